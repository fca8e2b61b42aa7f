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
import { addOrganizations } from "./organization.ts";
import { addTerms } from "./terms.ts";

const format: Format = async (work, wordsOf) => answer(await work, asJson(), wordsOf);

/** Builds the tree of the operator's commands. Importing it runs none; `npm run docs` writes `docs/operate/command.md` from it. */
export const program = new Command("ageway")
  .description(
    "The command for operators of Ageway. It works on the database at DATABASE_URL, or on the demo that npm start runs.",
  )
  .option("--json", "Print one JSON value to standard output")
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError("Run ageway --help to list the commands.")
  .exitOverride((stopped) => process.exit(stopped.exitCode === 0 ? 0 : 2));

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

/** Did the operator ask for one JSON value? */
export function asJson(): boolean {
  return program.opts().json === true;
}
