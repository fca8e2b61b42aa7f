import { MENDERS, type ReasonText, reasonsOf } from "#app/_http/reason-catalogue.ts";
import { PAGE_STATUS, STATUS } from "#app/_http/reasons.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { code, generatedFrom } from "./markdown.ts";

/** Every reason, with the words of the pages at `/reasons`. */
export function reasonsReference(): string {
  const { heading, text, reference, by } = messages.reasons;
  return [
    generatedFrom("app/_http/reason-catalogue.ts"),
    `# ${heading}`,
    `${text} Every instance has a page for each, ${code("/reasons/{code}")}, and the same as Markdown, ${code("/reasons/{code}.md")}.`,
    reference,
    ...MENDERS.flatMap((mender) => [`## ${by[mender].heading}`, by[mender].text, ...reasonsOf(mender).map(section)]),
    "",
  ].join("\n\n");
}

function section({ code: reason, words, fix, details, causes, note }: ReasonText): string {
  const status = { ...PAGE_STATUS, ...STATUS }[reason];
  const listed = [...details.map(([detail, text]) => `${code(detail)}: ${text}`), ...causes];
  return [
    `### ${code(reason)}`,
    `Status ${status}. ${words}. ${fix}`,
    ...(listed.length > 0 ? [listed.map((cause) => `- ${cause}`).join("\n")] : []),
    ...(note === null ? [] : [note]),
  ].join("\n\n");
}
