import Link from "next/link";
import { AgewayMark } from "#app/_ui/centered-layout.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { chooseOrganization } from "#app/(dashboard)/_lib/choose.ts";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";

/** Shows the organization of the pages, and switches to another one. */
export function OrganizationMenu({
  organization,
  organizations,
}: Pick<CurrentMembership, "organization" | "organizations">) {
  return (
    <>
      <button className="org" type="button" popoverTarget="organizations">
        <AgewayMark />
        <span className="sr">Organization: </span>
        <span className="cut">{organization.name}</span>
        <span className="push">
          <Icon name="down" />
        </span>
      </button>
      <div className="pop list" id="organizations" popover="auto">
        <form action={chooseOrganization} className="stack tight">
          {organizations.map(({ id, name }) => (
            <button
              type="submit"
              key={id}
              name="organization"
              value={id}
              aria-current={id === organization.id ? "true" : undefined}
            >
              <span className="cut">{name}</span>
              {id === organization.id && <Icon name="check" />}
            </button>
          ))}
        </form>
        <Link href="/welcome">
          New organization <Icon name="plus" />
        </Link>
      </div>
    </>
  );
}
