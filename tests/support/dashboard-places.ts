import type { Permission } from "#lib/core/permission.rules.ts";
import type { FullShop } from "./shop-with-everything.ts";

export type Place = [path: (shop: FullShop) => string, permission: Permission];

/** Every page, with the permission to read it. */
export const PAGES: Place[] = [
  [() => "/dashboard", "see activity"],
  [() => "/dashboard/connect", "see the organization"],
  [() => "/dashboard/keys", "see the organization"],
  [({ key }) => `/dashboard/keys/${key}`, "see the organization"],
  [() => "/dashboard/keys/new", "see the organization"],
  [({ key }) => `/dashboard/keys/${key}/revoke`, "see the organization"],
  [() => "/dashboard/domains", "see the organization"],
  [({ claimed }) => `/dashboard/domains/${claimed}`, "see the organization"],
  [({ claimed }) => `/dashboard/domains/${claimed}/remove`, "see the organization"],
  [() => "/dashboard/gate-test", "see the organization"],
  [({ run }) => `/dashboard/gate-test/${run}`, "see the organization"],
  [() => "/dashboard/checks", "see activity"],
  [() => "/dashboard/billing", "see billing"],
  [() => "/dashboard/billing/plan", "see billing"],
  [({ plan }) => `/dashboard/billing/plan/${plan}`, "see billing"],
  [() => "/dashboard/billing/invoices", "see billing"],
  [() => "/dashboard/billing/events", "see billing"],
  [({ invoice }) => `/dashboard/billing/invoices/${invoice}`, "see billing"],
  [() => "/dashboard/team", "see the organization"],
  [() => "/dashboard/team/invite", "see the organization"],
  [({ other }) => `/dashboard/team/${other.id}`, "see the organization"],
  [() => "/dashboard/audit", "see the audit log"],
  [() => "/dashboard/settings", "see the organization"],
  [() => "/dashboard/settings/delete", "see the organization"],
  [() => "/dashboard/search", "see the organization"],
];

/** Every file and every JSON answer, with the permission to read it. */
export const FILES: Place[] = [
  [() => "/dashboard/checks/export", "see activity"],
  [() => "/dashboard/checks/refused/export", "see activity"],
  [() => "/dashboard/checks/newer", "see activity"],
  [() => "/dashboard/audit/export", "see the audit log"],
  [() => "/dashboard/billing/events/export", "see billing"],
  [({ invoice }) => `/dashboard/billing/invoices/${invoice}/pdf`, "see billing"],
  [({ invoice }) => `/dashboard/billing/invoices/${invoice}/csv`, "see billing"],
  [() => "/dashboard/search/destinations", "see the organization"],
  [({ id }) => `/dashboard/connect/calls?organization=${id}`, "see activity"],
];
