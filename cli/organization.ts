import { Argument, type Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { setAccent, setLogo } from "#lib/organizations/branding.ts";
import {
  createOrganization,
  listOrganizations,
  renameOrganization,
  suspendOrganization,
} from "#lib/organizations/organization.ts";
import { fileOrNone, unlessNone } from "./arguments.ts";
import type { Format } from "./format.ts";

/** Organizations and their branding. */
export function addOrganizations(ageway: Command, format: Format): void {
  const organization = ageway.command("organization").description("the shops' companies");
  organization
    .command("create <name>")
    .description("make an organization")
    .action((name) => format(createOrganization(OPERATOR, name)));
  organization
    .command("list")
    .description("every organization")
    .action(() => format(listOrganizations(OPERATOR)));
  organization
    .command("rename <organization> <name>")
    .description("what visitors read beside its host")
    .action((id, name) => format(renameOrganization(OPERATOR, id, name)));
  organization
    .command("accent <organization> <colour>")
    .description('the colour of the button on its pages, like "#7a1f2b", or none')
    .action((id, colour) => format(setAccent(OPERATOR, id, unlessNone(colour))));
  organization
    .command("logo <organization>")
    .description("the picture on its pages: PNG, JPEG or WebP, 64 KB and 2,000 pixels at most, or none")
    .addArgument(new Argument("<file>").argParser(fileOrNone))
    .action((id, { bytes }) => format(setLogo(OPERATOR, id, bytes)));
  organization
    .command("suspend <organization>")
    .description("refuse all of its calls, from the next one on")
    .action((id) => format(suspendOrganization(OPERATOR, id, true)));
  organization
    .command("resume <organization>")
    .description("let a suspended organization go on")
    .action((id) => format(suspendOrganization(OPERATOR, id, false)));
}
