import { type ReasonText, reasonsOf } from "#app/_http/reason-catalogue.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { code, generatedFrom } from "./markdown.ts";

/** Every reason, with the words of the pages at `/reasons`. */
export function reasonsReference(): string {
  const { heading, text, reference, by } = messages.reasons;
  return [
    generatedFrom("lib/reasons"),
    `# ${heading}`,
    `${text} Every instance has a page for each, ${code("/reasons/{code}")}, and the same as Markdown, ${code("/reasons/{code}.md")}.`,
    reference,
    ...MENDERS.flatMap((mender) => [`## ${by[mender].heading}`, by[mender].text, ...reasonsOf(mender).map(section)]),
    "",
  ].join("\n\n");
}

function section({ code: reason, status, words, fix, details, causes = [], note }: ReasonText): string {
  const listed = [...details.map(([detail, text]) => `${code(detail)}: ${text}`), ...causes];
  return [
    `### ${code(reason)}`,
    `Status ${status}. ${words}. ${fix}`,
    ...(listed.length > 0 ? [listed.map((cause) => `- ${cause}`).join("\n")] : []),
    ...(note ? [note] : []),
  ].join("\n\n");
}
