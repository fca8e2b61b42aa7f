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
import { type Format, verbsOf } from "./format.ts";

export function addOrganizations(ageway: Command, format: Format): void {
  const organization = ageway
    .command("organization")
    .description("Manage organizations: the companies behind the shops");
  const verb = verbsOf(organization, format);
  verb("create <name>", "Create an organization", createOrganization);
  verb("list", "List all organizations", listOrganizations);
  verb("rename <organization> <name>", "Change the name that visitors read", renameOrganization);
  organization
    .command("accent <organization> <colour>")
    .description('Set the colour of the button on visitors\' pages, such as "#7a1f2b", or none')
    .action((id, colour) => format(setAccent(OPERATOR, id, unlessNone(colour))));
  organization
    .command("logo <organization>")
    .description("Set the logo on visitors' pages: PNG, JPEG or WebP of at most 64 KB and 2,000 pixels, or none")
    .addArgument(new Argument("<file>").argParser(fileOrNone))
    .action((id, { bytes }) => format(setLogo(OPERATOR, id, bytes)));
  verb("suspend <organization>", "Refuse all calls of an organization from the next one on", (actor, id) =>
    suspendOrganization(actor, id, true),
  );
  verb("resume <organization>", "Accept the calls of a suspended organization again", (actor, id) =>
    suspendOrganization(actor, id, false),
  );
}
