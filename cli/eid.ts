import { Argument, type Command, InvalidArgumentError } from "commander";
import { nearestOf } from "#lib/base/nearest.rules.ts";
import { eidJwks } from "#lib/doctor/eid-jwks.ts";
import { type ExaminedEid, examineEid } from "#lib/doctor/examine-eid.ts";
import { EXAMINABLE, PREFIXES } from "#lib/doctor/read-eid.ts";
import { type EidKeyUse, KEY_ALGS, makeKey } from "#lib/eid/make-key.ts";
import { findingsText } from "./doctor.ts";
import type { Format } from "./format.ts";
import { newFile, writeNew } from "./new-file.ts";

/** Adds what an eID is asked, what is believed, and whether it says the same of itself; our own keys for it. */
export function addEids(ageway: Command, format: Format): void {
  const eid = ageway.command("eid").description("Look at one eID, and make our keys for it");
  eid
    .command("check")
    .argument("<eid>", "An eID of this instance (s, b, test-s or test-b), or a preset", knownEid)
    .option(
      "--issuer <url>",
      "The issuer, where the preset has none or it is not set yet; a preset's name does not read EID_S_ISSUER",
    )
    .description(
      "Say what this eID is asked and what must be true of its answer, compare its document and keys with the settings, try the credentials, and say what to fix. Works before a contract. Exit status 0 if nothing is wrong",
    )
    .action(async (eid, { issuer }) => {
      const examined = await examineEid(eid, issuer);
      await format(examined, examinedText);
      if (examined.rows.some(({ state }) => state === "wrong")) process.exitCode = 1;
    });
  eid
    .command("key")
    .addArgument(new Argument("<use>", "What the key is for").choices(Object.keys(KEY_ALGS)))
    .option("--alg <alg>", `Of signing: ${listed("signing")}; of encryption: ${listed("encryption")}`)
    .option("--out <file>", "Write it to a new file that only you can read, instead of standard output", newFile)
    .description(
      "Make a private key of ours, as JWK, for EID_S_PRIVATE_KEY (signing) or EID_S_DECRYPTION_KEYS (encryption). It is kept nowhere else",
    )
    .action(
      async (use: EidKeyUse, { alg = KEY_ALGS[use][0], out }: { alg?: string; out?: string }, command: Command) => {
        if (!KEY_ALGS[use].some((one) => one === alg))
          command.error(`error: A key for ${use} has one of ${KEY_ALGS[use].join(", ")}, not ${alg}.`);
        const { kid, value } = await makeKey(use, alg);
        const key = JSON.stringify(value);
        if (out === undefined) {
          console.log(key);
          return console.error(`This is a private key, and is kept nowhere else. ${placeText(use)}`);
        }
        writeNew(out, `${key}\n`, 0o600);
        await format({ file: out, kid }, () => writtenText(use, kid, out));
      },
    );
  eid
    .command("jwks")
    .argument("[eid]", "An eID of this instance (s, b, test-s or test-b); without it, all", ownEid)
    .description(
      "Print the public halves of our keys as JWK Set, as /.well-known/eid-jwks.json has them. Needs the keys alone",
    )
    .action((which?: string) => format(eidJwks(which), (list) => JSON.stringify(list, null, 2)));
}

const SETTING_OF: Record<EidKeyUse, string> = { signing: "EID_S_PRIVATE_KEY", encryption: "EID_S_DECRYPTION_KEYS" };

const NEXT = "Then give the eID what ageway eid jwks prints.";

function placeText(use: EidKeyUse): string {
  return `Put it into a file that only the server's user can read, never on a command line, and name that in ${SETTING_OF[use]}_FILE, or in that of another eID. ${NEXT}`;
}

function writtenText(use: EidKeyUse, kid: string, file: string): string {
  return `The key ${kid} is in ${file}, which only you can read. Give it to the server's user, and name it in ${SETTING_OF[use]}_FILE, or in that of another eID. ${NEXT}`;
}

function listed(use: EidKeyUse): string {
  const [standard, ...others] = KEY_ALGS[use];
  return [`${standard} (the default)`, ...others].join(", ");
}

function ownEid(name: string): string {
  const own = Object.keys(PREFIXES);
  if (!own.includes(name)) throw new InvalidArgumentError(`There are ${own.join(", ")}.`);
  return name;
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
          ...list("What must be true of the answer, or it proves nothing", summary.mustHold),
          `${summary.calendar[0]?.toUpperCase()}${summary.calendar.slice(1)}.`,
          "",
        ]
      : []),
    ...(register.length > 0 ? list("What the eID must know of us", register) : []),
    ...(source ? [`Read on ${source.read}: ${source.url}`, ""] : []),
    findingsText(rows),
  ].join("\n");
}
