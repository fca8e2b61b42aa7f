import { expect, test } from "vitest";
import { removeDomain } from "#lib/domains/domain.ts";
import { openedRun, orderAt } from "#tests/support/gate-test.ts";
import { newDevice, send } from "#tests/support/gateway.ts";
import { applyFlaws } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

test.for([
  ["plugin_key_revoked", { key: "revoked" }],
  ["plugin_key_revoked", { key: "ended" }],
  ["plugin_key_paused", { paused: true }],
  ["organization_suspended", { suspended: true }],
  ["domain_not_verified", "without its domain"],
] as const)(
  "%s after a run was opened: from the next call on, nobody starts a check and nobody gets a token (%o)",
  async ([reason, flaw]) => {
    const run = await openedRun({ shop: "verified" });
    const { shop, path } = run;
    const call = () =>
      send(`${path}/api/url_generator_s/${shop.key}/${newDevice()}/18?domain=${encodeURIComponent(shop.domain)}`);
    const { url } = (await call()).body as { url: string };
    if (flaw === "without its domain") expect((await removeDomain(OPERATOR, shop.id, shop.host)).ok).toBe(true);
    else await applyFlaws(shop, flaw);
    const called = await call();
    expect([called.status, called.headers.get("ageway-reason")]).toEqual([403, reason]);
    const posted = await orderAt(run, url, { case: "yes" });
    expect([posted.status, posted.body]).toEqual([403, expect.objectContaining({ reason })]);
  },
);
