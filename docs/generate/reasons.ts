import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DETAILS, type Reason, STATUS } from "#app/_http/reasons.ts";
import { code, generatedFrom, table } from "./markdown.ts";

/** Every reason that an answer may name, with the words of the page `/reasons`. */
export function reasonsReference(): string {
  const words = JSON.parse(readFileSync(join(import.meta.dirname, "../../messages/integrator.json"), "utf8")).reasons;
  const details: Partial<Record<Reason, readonly string[]>> = DETAILS;
  return [
    generatedFrom("app/_http/reasons.ts and messages/integrator.json"),
    "# Reasons",
    "Every answer of the API that is not a success names its reason in the header `Ageway-Reason`. Where a reason has several causes, `Ageway-Detail` says which. Every instance shows this list at `/reasons`.",
    ...Object.entries(STATUS).map(
      ([reason, status]) => `## ${code(reason)}\n\nStatus ${status}. ${words.code[reason]}`,
    ),
    "## Details",
    table(
      ["reason", "detail", "which cause it was"],
      Object.entries(details).flatMap(([reason, causes]) =>
        causes.map((cause) => [code(reason), code(cause), words.detail[cause]]),
      ),
    ),
    "",
  ].join("\n\n");
}
