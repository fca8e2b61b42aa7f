import { Argument, type Command } from "commander";
import { EXAMINABLE, type ExaminedEid, examineEid } from "#lib/doctor/examine-eid.ts";
import { findingsText } from "./doctor.ts";
import type { Format } from "./format.ts";

/** What an eID is asked, what is believed, and whether it says the same of itself. */
export function addEids(ageway: Command, format: Format): void {
  ageway
    .command("eid")
    .description("Look at one eID")
    .command("check")
    .addArgument(new Argument("<eid>", "An eID of this instance, or a preset").choices(EXAMINABLE))
    .option("--issuer <url>", "The issuer, where the preset has none or it is not set yet")
    .description(
      "Say what this eID is asked, what of its answer is believed and what must hold; read its discovery document and keys, compare them with the preset and the settings, and say what to mend. Works before a contract; with credentials it also sends a request that it throws away, where the eID takes pushed ones. Exit status 0 if nothing is wrong",
    )
    .action(async (eid, { issuer }) => {
      const examined = await examineEid(eid, issuer);
      await format(examined, examinedText);
      if (examined.rows.some(({ state }) => state === "wrong")) process.exitCode = 1;
    });
}

function examinedText({ summary, source, rows }: ExaminedEid): string {
  const list = (title: string, lines: readonly string[]) => [`${title}:`, ...lines.map((line) => `  ${line}`), ""];
  return [
    ...(summary
      ? [
          ...list("The request", summary.asks),
          ...list("What is believed", summary.believes),
          ...list("What must hold, or the answer proves nothing", summary.mustHold),
          `${summary.calendar[0]?.toUpperCase()}${summary.calendar.slice(1)}.`,
          "",
        ]
      : []),
    ...(source ? [`Read on ${source.read}: ${source.url}`, ""] : []),
    findingsText(rows),
  ].join("\n");
}
