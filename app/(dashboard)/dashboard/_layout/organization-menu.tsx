import { AgewayMark } from "#app/_ui/ageway-mark.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { MenuItem, MenuList } from "#app/_ui/menu.tsx";
import { chooseOrganization } from "#app/(dashboard)/_lib/choose.ts";
import type { CurrentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { SideButton } from "./side-button.tsx";

/** Shows the organization of the pages, and switches to another one. */
export function OrganizationMenu({
  organization,
  organizations,
}: Pick<CurrentMembership, "organization" | "organizations">) {
  return (
    <>
      <SideButton menu="organizations" className="min-h-[max(2.5rem,var(--spacing-control))] font-semibold">
        <AgewayMark className="size-6 text-accent" />
        <span className="sr-only">Organization: </span>
        <span className="min-w-0 truncate">{organization.name}</span>
        <Icon name="down" className="ms-auto" />
      </SideButton>
      <MenuList id="organizations" popover="auto">
        <form action={chooseOrganization} className="mb-2 grid grid-cols-1 gap-1.5 border-b border-line pb-2">
          {organizations.map(({ id, name }) => (
            <MenuItem
              type="submit"
              key={id}
              name="organization"
              value={id}
              aria-current={id === organization.id ? "true" : undefined}
            >
              <span className="min-w-0 truncate">{name}</span>
              {id === organization.id && <Icon name="check" />}
            </MenuItem>
          ))}
        </form>
        <MenuItem as="a" href="/welcome">
          New organization <Icon name="plus" />
        </MenuItem>
      </MenuList>
    </>
  );
}
