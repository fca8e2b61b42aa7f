import { expect, test } from "vitest";
import { listDomains, vouchForDomain } from "#lib/account/domain.ts";
import { organization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

test.for([
  ["shop.example", "shop.example"],
  ["  Shop.EXAMPLE ", "shop.example"],
  ["käse.example", "xn--kse-qla.example"],
  ["localhost", "localhost"],
  ["127.0.0.1", "127.0.0.1"],
  ["[::1]", "[::1]"],
])("the host %j is stored as %j", async ([host = "", stored = ""]) => {
  const { id } = await organization({ domain: "unverified" });
  const vouched = await vouchForDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(vouched).toEqual({ ok: true, host: stored });
  expect(await listDomains(OPERATOR, id)).toMatchObject({ ok: true, rows: [{ host: stored }] });
});

test.for([
  "",
  "shop",
  "https://shop.example",
  "shop.example/path",
  "shop.example?x",
  "user@shop.example",
  "shop.example:443",
  "[::1]:443",
  "*.shop.example",
  "shop..example",
  "shop.example.",
  "10.0.0.1",
  "shop .example",
])("the host %j cannot be vouched for", async (host) => {
  const { id } = await organization({ domain: "unverified" });
  const vouched = await vouchForDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(vouched).toEqual({ ok: false, reason: "host_invalid" });
  expect(await listDomains(OPERATOR, id)).toEqual({ ok: true, rows: [] });
});

test("what is below localhost cannot be vouched for: any program of any user listens there", async () => {
  const { id } = await organization({ domain: "unverified" });
  const vouched = await vouchForDomain(OPERATOR, { organizationId: id, host: "localhost", includeSubdomains: true });
  expect(vouched).toEqual({ ok: false, reason: "host_invalid" });
});
