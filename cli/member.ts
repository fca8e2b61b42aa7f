import { Argument, type Command } from "commander";
import { OPERATOR } from "#lib/core/actor.ts";
import { ROLES } from "#lib/core/permission.rules.ts";
import { addOwner, listMembers } from "#lib/organizations/member.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";
import { eraseUser } from "#lib/retention/erase-user.ts";
import { showUser } from "#lib/retention/show-user.ts";
import { type Format, tableOf } from "./format.ts";

export function addMembers(ageway: Command, format: Format): void {
  const owner = ageway.command("owner").description("Manage owners: the people who decide about an organization");
  owner
    .command("add <organization> <email>")
    .description("Make a person an owner and tell them by e-mail")
    .action((id, email) => format(addOwner(OPERATOR, id, email)));
  owner
    .command("list <organization>")
    .description("List the members, as member list does")
    .action((id) => format(listMembers(OPERATOR, id)));

  const member = ageway.command("member").description("Manage the members of an organization");
  member
    .command("list <organization>")
    .description("List the members with their roles and ids")
    .action((id) => format(listMembers(OPERATOR, id)));
  member
    .command("role <organization> <user>")
    .description("Change a member's role from their next request on; member list shows the user's id")
    .addArgument(new Argument("<role>").choices(ROLES))
    .action((id, user, role) => format(changeRole(OPERATOR, id, user, role)));
  member
    .command("remove <organization> <user>")
    .description("Remove a member from an organization")
    .action((id, user) => format(removeMember(OPERATOR, id, user)));

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
    .map(([kind, found]) => `${kind}\n${tableOf(found)}`)
    .join("\n\n");
}
