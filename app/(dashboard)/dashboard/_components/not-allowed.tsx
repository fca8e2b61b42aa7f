import { ButtonLink } from "#app/_ui/button.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { loadOrFail } from "#app/(dashboard)/_lib/load-or-fail.ts";
import { listMembers } from "#lib/organizations/member.ts";

/** Takes the place of a page that the role of this member does not allow: who may see it, and whom to ask. */
export async function NotAllowed({ what, who }: { what: string; who: string }) {
  const { user, organization } = await currentMembership();
  const members = await loadOrFail("members", () => listMembers(user, organization.id));
  const owner = members?.ok ? members.rows.find(({ role }) => role === "owner") : undefined;
  return (
    <Empty
      icon="lock"
      heading={`${what.charAt(0).toUpperCase()}${what.slice(1)} is not part of your role`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {owner && (
            <ButtonLink variant="primary" href={`mailto:${owner.email}`}>
              Ask {owner.email}
            </ButtonLink>
          )}
          <ButtonLink href="/dashboard/checks">Go to checks</ButtonLink>
        </div>
      }
    >
      <p>
        Your role is {organization.role}. {who} can see it. Checks and refused calls are open to you.
      </p>
    </Empty>
  );
}
