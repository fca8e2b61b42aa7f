"use client";

import { Check, ChevronsUpDown, Plus } from "lucide-react";
import Link from "next/link";
import { DropdownMenu } from "radix-ui";
import { chooseOrganization } from "#app/(dashboard)/_lib/choose-organization.ts";
import type { Membership } from "#lib/organizations/member.ts";

const ITEM =
  "flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-md px-3 text-left outline-none data-highlighted:bg-wash";

/** Shows the organization of the pages, and switches to another one. */
export function OrganizationMenu({
  current,
  organizations,
}: {
  current: Membership;
  organizations: readonly Membership[];
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex min-h-11 w-full items-center justify-between gap-2 rounded-lg border border-edge bg-card px-3 py-2 text-left font-medium">
        <span className="truncate">
          <span className="sr-only">Organization: </span>
          {current.name}
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        sideOffset={4}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-(--radix-dropdown-menu-trigger-width) max-w-80 overflow-y-auto rounded-lg border border-line bg-card p-1 shadow-lg"
      >
        {organizations.map(({ id, name }) => (
          <DropdownMenu.Item key={id} className={ITEM} onSelect={() => chooseOrganization(id)}>
            <Check aria-hidden="true" className={id === current.id ? "size-4 shrink-0" : "invisible size-4 shrink-0"} />
            <span className="truncate">{name}</span>
            {id === current.id && <span className="sr-only">(chosen)</span>}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator className="my-1 h-px bg-line" />
        <DropdownMenu.Item asChild className={ITEM}>
          <Link href="/welcome">
            <Plus aria-hidden="true" className="size-4 shrink-0" /> New organization
          </Link>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
