"use client";

import {
  Activity,
  Globe,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  Receipt,
  ScrollText,
  Settings,
  Users,
} from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "#app/_ui/cn.ts";

const PAGES: readonly [string, string, LucideIcon][] = [
  ["/dashboard", "Overview", LayoutDashboard],
  ["/dashboard/connect", "Connect", Plug],
  ["/dashboard/keys", "Keys", KeyRound],
  ["/dashboard/domains", "Domains", Globe],
  ["/dashboard/activity", "Activity", Activity],
  ["/dashboard/billing", "Billing", Receipt],
  ["/dashboard/team", "Team", Users],
  ["/dashboard/audit", "Audit log", ScrollText],
  ["/dashboard/settings", "Settings", Settings],
];

export function Nav() {
  const path = usePathname();
  return (
    <nav aria-label="Dashboard">
      <ul className="grid gap-1">
        {PAGES.map(([href, name, Icon]) => {
          const isHere = href === "/dashboard" ? path === href : path === href || path.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={isHere ? "page" : undefined}
                className={cn(
                  "flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium lg:min-h-10",
                  isHere ? "bg-wash text-accent" : "text-soft hover:bg-wash hover:text-ink",
                )}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {name}
                <Loading />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A dot beside the link of a page that is still loading. */
function Loading() {
  const { pending } = useLinkStatus();
  return (
    <span role="status" className="ml-auto">
      {pending && (
        <>
          <span
            aria-hidden="true"
            className="block size-2 animate-pulse rounded-full bg-accent motion-reduce:animate-none"
          />
          <span className="sr-only">is loading</span>
        </>
      )}
    </span>
  );
}
