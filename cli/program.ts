import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { addDoctor, addJobs } from "./doctor.ts";
import { addDomains } from "./domain.ts";
import { addEids } from "./eid.ts";
import { answer, type Format } from "./format.ts";
import { addInvoices } from "./invoice.ts";
import { addKeys } from "./key.ts";
import { addLedger } from "./ledger.ts";
import { addMembers } from "./member.ts";
import { addMigrate, addRestored } from "./migrate.ts";
import { NAMEABLE, resolveNames } from "./named.ts";
import { addOrganizations } from "./organization.ts";
import { addStatus } from "./status.ts";
import { addTerms } from "./terms.ts";

const format: Format = async (work, wordsOf) => answer(await work, asJson(), wordsOf);

/** Builds the tree of the operator's commands. Importing it runs none; `npm run docs` writes `docs/operate/command.md` from it. */
export const program = new Command("ageway")
  .description(
    "The command for operators of Ageway. It works on the database at DATABASE_URL, or on the demo that npm start runs.",
  )
  .version(versionOf(), "--version", "Print the version")
  .option("--json", "Print one JSON value to standard output")
  .helpOption("-h, --help", "Print this help")
  .configureHelp({ showGlobalOptions: true })
  .hook("preAction", (_, command) => resolveNames(command, asJson()))
  .exitOverride((stopped) => process.exit(stopped.exitCode === 0 ? 0 : 2));

addStatus(program, format);
addOrganizations(program, format);
addMembers(program, format);
addKeys(program, format);
addDomains(program, format);
addTerms(program, format);
addLedger(program, format);
addInvoices(program, format);
addJobs(program, format);
addDoctor(program, format);
addEids(program, format);
addMigrate(program, format);
addRestored(program, format);
explain(program);

/** Did the operator ask for one JSON value? */
export function asJson(): boolean {
  return program.opts().json === true;
}

/** Ends each error with the usage of its command, and completes its help. */
function explain(command: Command): void {
  const usage = command.createHelp().commandUsage(command);
  command.showHelpAfterError(`Usage: ${usage}\nRun it with --help to read more.`);
  if (command.commands.length > 0) command.helpCommand("help [command]", "Print the help of a command");
  for (const argument of command.registeredArguments) argument.description ||= NAMEABLE[argument.name()]?.means ?? "";
  for (const one of command.commands) explain(one);
}

/** Built or not, this file is one folder below the project's. */
function versionOf(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")).version;
}
