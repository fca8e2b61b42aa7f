import { Argument, type Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { addOwner, listMembers } from "#lib/organizations/member.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";
import { eraseUser } from "#lib/retention/erase-user.ts";
import { showUser } from "#lib/retention/show-user.ts";
import { type Format, verbsOf } from "./format.ts";
import { headingOf, tableOf } from "./format-table.ts";

export function addMembers(ageway: Command, format: Format): void {
  const owner = ageway.command("owner").description("Manage owners: the people who decide about an organization");
  const ownerVerb = verbsOf(owner, format);
  ownerVerb("add <organization> <email>", "Make a person an owner and tell them by e-mail", addOwner);
  ownerVerb("list <organization>", "List the members, as member list does", listMembers);

  const member = ageway.command("member").description("Manage the members of an organization");
  const memberVerb = verbsOf(member, format);
  memberVerb("list <organization>", "List the members with their roles and ids", listMembers);
  member
    .command("role <organization> <user>")
    .description("Change a member's role from their next request on")
    .addArgument(new Argument("<role>").choices(ROLES))
    .action((id, user, role) => format(changeRole(OPERATOR, id, user, role)));
  memberVerb("remove <organization> <user>", "Remove a member from an organization", removeMember);

  const user = ageway.command("user").description("Manage the people who sign in to the dashboard");
  user
    .command("show <email>")
    .description("Show everything that is kept about a person, for who asks what that is; erase deletes it")
    .action((email) => format(showUser(email), shownText));
  user
    .command("erase <email>")
    .description("Erase a person and their e-mail address; the audit log keeps a pseudonym. Needs DATABASE_OWNER_URL")
    .action((email) => format(eraseUser(OPERATOR, email)));
}

function shownText({ user, ...rows }: Exclude<Awaited<ReturnType<typeof showUser>>, { ok: false }>): string {
  const { ok: _, ...kinds } = { ...rows, user: user ? [user] : [] };
  return Object.entries(kinds)
    .map(([kind, found]) => `${headingOf(kind)}\n${tableOf(found)}`)
    .join("\n\n");
}
