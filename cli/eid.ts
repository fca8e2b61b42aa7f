import { type Command, InvalidArgumentError } from "commander";
import { nearestOf } from "#lib/core/nearest.rules.ts";
import { type ExaminedEid, examineEid } from "#lib/doctor/examine-eid.ts";
import { EXAMINABLE } from "#lib/doctor/read-eid.ts";
import { findingsText } from "./doctor.ts";
import type { Format } from "./format.ts";

/** What an eID is asked, what is believed, and whether it says the same of itself. */
export function addEids(ageway: Command, format: Format): void {
  ageway
    .command("eid")
    .description("Look at one eID")
    .command("check")
    .argument("<eid>", "s, b, test-s or test-b of this instance, or a preset", knownEid)
    .option(
      "--issuer <url>",
      "The issuer, where the preset has none or it is not set yet; a preset's name does not read EID_S_ISSUER",
    )
    .description(
      "Say what this eID is asked, what of its answer is believed and what must hold; read its discovery document and keys, compare them with the preset and the settings, and say what to mend. Works before a contract; without an issuer it says everything but what the eID says of itself. With credentials it also sends a request that it throws away, or a code that it made up where the eID takes no pushed requests. Exit status 0 if nothing is wrong",
    )
    .action(async (eid, { issuer }) => {
      const examined = await examineEid(eid, issuer);
      await format(examined, examinedText);
      if (examined.rows.some(({ state }) => state === "wrong")) process.exitCode = 1;
    });
}

function knownEid(name: string): string {
  if (EXAMINABLE.includes(name)) return name;
  const near = nearestOf(name, EXAMINABLE);
  const meant = near.length > 0 ? `Did you mean ${near.join(" or ")}? ` : "";
  throw new InvalidArgumentError(`${meant}There are ${EXAMINABLE.join(", ")}.`);
}

function examinedText({ summary, source, register, rows }: ExaminedEid): string {
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
    ...(register.length > 0 ? list("What the eID must know of us", register) : []),
    ...(source ? [`Read on ${source.read}: ${source.url}`, ""] : []),
    findingsText(rows),
  ].join("\n");
}
