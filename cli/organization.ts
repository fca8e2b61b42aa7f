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

export function addOrganizations(ageway: Command, format: Format): void {
  const organization = ageway
    .command("organization")
    .description("Manage organizations: the companies behind the shops");
  organization
    .command("create <name>")
    .description("Create an organization")
    .action((name) => format(createOrganization(OPERATOR, name)));
  organization
    .command("list")
    .description("List all organizations")
    .action(() => format(listOrganizations(OPERATOR)));
  organization
    .command("rename <organization> <name>")
    .description("Change the name that visitors read beside the host")
    .action((id, name) => format(renameOrganization(OPERATOR, id, name)));
  organization
    .command("accent <organization> <colour>")
    .description('Set the colour of the button on visitors\' pages, such as "#7a1f2b", or none')
    .action((id, colour) => format(setAccent(OPERATOR, id, unlessNone(colour))));
  organization
    .command("logo <organization>")
    .description("Set the logo on visitors' pages: PNG, JPEG or WebP of at most 64 KB and 2,000 pixels, or none")
    .addArgument(new Argument("<file>").argParser(fileOrNone))
    .action((id, { bytes }) => format(setLogo(OPERATOR, id, bytes)));
  organization
    .command("suspend <organization>")
    .description("Refuse all calls of an organization from the next one on")
    .action((id) => format(suspendOrganization(OPERATOR, id, true)));
  organization
    .command("resume <organization>")
    .description("Accept the calls of a suspended organization again")
    .action((id) => format(suspendOrganization(OPERATOR, id, false)));
}
