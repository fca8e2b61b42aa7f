import { signedIn } from "#tests/support/signed-in.ts";
import { requestText } from "./load.ts";
import type { Program } from "./program.ts";
import type { BenchShop } from "./shop.ts";

/** The pages of the dashboard that every organization has. */
export function dashboardPaths({ key }: Pick<BenchShop, "key">): string[] {
  const billing = ["billing", "billing/plan", "billing/events", "billing/invoices"];
  const pages = [
    "keys",
    `keys/${key}`,
    "connect",
    "domains",
    "gate-test",
    "checks",
    "checks/refused",
    ...billing,
    "team",
    "audit",
  ];
  return ["/dashboard", ...[...pages, "settings", "account"].map((page) => `/dashboard/${page}`)];
}

/** Asks for a page: the server loads Next with the first. */
export async function awaitPages({ port }: Program): Promise<void> {
  while ((await fetch(`http://localhost:${port}/dashboard`, { redirect: "manual" })).status >= 500)
    await new Promise((next) => setTimeout(next, 50));
}

/** Requests for them, of an owner who has just signed in. */
export async function dashboardRequests(
  server: Program,
  shop: Pick<BenchShop, "organizationId" | "key">,
): Promise<string[]> {
  return ownerRequests(server, shop.organizationId, dashboardPaths(shop));
}

/** Requests for tables as CSV. */
export async function exportRequests(
  server: Program,
  organizationId: string,
  tables: readonly string[],
): Promise<string[]> {
  const paths = tables.map((table) => `/dashboard/${table}/export`);
  return ownerRequests(server, organizationId, paths);
}

async function ownerRequests({ port }: Program, organizationId: string, paths: readonly string[]): Promise<string[]> {
  const { cookie } = await signedIn({ of: organizationId });
  return paths.map((path) => requestText(port, { path, headers: { Cookie: cookie } }));
}
