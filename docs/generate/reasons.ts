import { type ReasonText, reasonsOf } from "#app/_http/reason-catalogue.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import messages from "#messages/integrator.json" with { type: "json" };
import { code, generatedFrom } from "./markdown.ts";

/** Every reason in a line, for the repository: `docs/integrate/reasons.md`. */
export function reasonsIndex(): string {
  return pageOf((reason) => [lineOf(reason)]);
}

/** Every reason with its causes, for `/reasons.md` of an instance. */
export function reasonsReference(): string {
  return pageOf((reason) => [lineOf(reason), ...causesOf(reason)]);
}

function pageOf(sectionOf: (reason: ReasonText) => string[]): string {
  const { heading, text, reference, by } = messages.reasons;
  return [
    generatedFrom("lib/reasons"),
    `# ${heading}`,
    `${text} Every instance has a page for each, ${code("/reasons/{code}")}, with its likeliest causes, and the same as Markdown, ${code("/reasons/{code}.md")}.`,
    reference,
    ...MENDERS.flatMap((mender) => [
      `## ${by[mender].heading}`,
      by[mender].text,
      ...reasonsOf(mender).flatMap(sectionOf),
    ]),
    "",
  ].join("\n\n");
}

function lineOf({ code: reason, status, words, fix }: ReasonText): string {
  return `### ${code(reason)}\n\nStatus ${status}. ${words}. ${fix}`;
}

function causesOf({ details, causes = [], note }: ReasonText): string[] {
  const listed = [...details.map(([detail, text]) => `${code(detail)}: ${text}`), ...causes];
  return [...(listed.length > 0 ? [listed.map((cause) => `- ${cause}`).join("\n")] : []), ...(note ? [note] : [])];
}
