import { expect, test } from "vitest";
import { inFull } from "#tests/support/full.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { applyFlaws, newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

type Sent = {
  method: string;
  key: string;
  device: string;
  age: string;
  domain: string | null;
  headers: Record<string, string>;
};

/** A way to break one rule: how to change a sound request, what the shop must be like, and the answer that follows. */
type Flaw = {
  rule: number;
  reason: string;
  status: number;
  breakIt: (sent: Sent) => Sent;
  shop?: Parameters<typeof newOrganization>[0];
};

const FLAWS: Flaw[] = [
  { rule: 1, reason: "method_not_allowed", status: 405, breakIt: (sent) => ({ ...sent, method: "POST" }) },
  {
    rule: 2,
    reason: "speculative_load",
    status: 503,
    breakIt: (sent) => ({ ...sent, headers: { ...sent.headers, "Sec-Purpose": "prefetch" } }),
  },
  { rule: 3, reason: "domain_missing", status: 404, breakIt: (sent) => ({ ...sent, domain: null }) },
  { rule: 4, reason: "age_not_supported", status: 400, breakIt: (sent) => ({ ...sent, age: "17" }) },
  { rule: 5, reason: "device_id_invalid", status: 400, breakIt: (sent) => ({ ...sent, device: "short" }) },
  {
    rule: 6,
    reason: "domain_invalid",
    status: 400,
    breakIt: (sent) => ({ ...sent, domain: sent.domain && `${sent.domain}\\` }),
  },
  {
    rule: 7,
    reason: "rate_limited",
    status: 429,
    breakIt: (sent) => sent,
    shop: { callsPerMinute: 1 },
  },
  { rule: 8, reason: "plugin_key_revoked", status: 403, breakIt: (sent) => sent, shop: { key: "revoked" } },
  { rule: 8, reason: "plugin_key_paused", status: 403, breakIt: (sent) => sent, shop: { paused: true } },
  { rule: 8, reason: "secret_required", status: 403, breakIt: (sent) => sent, shop: { locked: true } },
  { rule: 8, reason: "organization_suspended", status: 403, breakIt: (sent) => sent, shop: { suspended: true } },
  {
    rule: 8,
    reason: "subscription_inactive",
    status: 403,
    breakIt: (sent) => sent,
    shop: { subscription: "canceled" },
  },
  { rule: 8, reason: "spend_cap_reached", status: 403, breakIt: (sent) => sent, shop: { spendCapMinor: 0 } },
  {
    rule: 9,
    reason: "domain_not_verified",
    status: 403,
    breakIt: (sent) => ({ ...sent, headers: { ...sent.headers, Origin: "https://evil.example" } }),
  },
];

const pairs = FLAWS.flatMap((first, i) => FLAWS.slice(i + 1).map((second) => [first, second] as const)).filter(
  ([a, b]) => areCompatible(a, b),
);

test("every pair of rules is here but those that no request can break together", () => {
  const impossible = FLAWS.flatMap((a, i) =>
    FLAWS.slice(i + 1)
      .filter((b) => !areCompatible(a, b))
      .map((b) => `${a.rule}+${b.rule}`),
  );
  // Without a return URL it cannot be invalid too.
  expect(impossible).toEqual(["3+6"]);
});

/** Both generators share one road to the answer: in turn on every run, each pair at both in full. */
const providersOf = (n: number) => inFull<("s" | "b")[]>(["s", "b"], n % 2 === 0 ? ["s"] : ["b"]);

test.for(pairs.map(([a, b], n) => [a.reason, b.reason, a, b, providersOf(n)] as const))(
  "%s decides before %s",
  async ([, , first, second, providers]) => {
    for (const provider of providers) {
      const flaws = { ...first.shop, ...second.shop };
      const isLimited = flaws.callsPerMinute !== undefined;
      const shop = await newOrganization(isLimited ? { callsPerMinute: 1 } : flaws);
      if (isLimited) {
        expect((await generate(provider, shop)).status).toBe(200);
        await applyFlaws(shop, flaws);
      }
      const before = [await shop.started(), await shop.billed()];
      const answer = await call(provider, second.breakIt(first.breakIt(sound(shop))));
      expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([first.status, first.reason]);
      expect([await shop.started(), await shop.billed()]).toEqual(before);
    }
  },
);

test.for(FLAWS.filter(({ rule }) => rule !== 7))(
  "rule $rule ($reason) decides before what was already verified",
  async (flaw) => {
    const { shop, device } = await verifiedDevice();
    const broken = flaw.shop ? { ...shop, key: (await newOrganization(flaw.shop)).key } : shop;
    const answer = await call("s", flaw.breakIt({ ...sound(broken), device }));
    expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([flaw.status, flaw.reason]);
  },
);

function areCompatible(a: Flaw, b: Flaw): boolean {
  return !(a.rule === 3 && b.rule === 6);
}

function sound(shop: { key: string; domain: string }): Sent {
  return { method: "GET", key: shop.key, device: newDevice(), age: "18", domain: shop.domain, headers: {} };
}

function call(provider: "s" | "b", { method, key, device, age, domain, headers }: Sent) {
  return generate(provider, { key, device, age, domain, method, headers });
}

/** One proof serves all: no rule that refuses uses it up. */
function verifiedDevice() {
  verified ??= prove();
  return verified;
}

let verified: ReturnType<typeof prove> | undefined;

async function prove() {
  const [shop, device] = [await newOrganization(), newDevice()];
  const visitor = browser();
  const home = await completeFlow(visitor, (await started("s", shop, { device })).url, "adult");
  const answer = await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
  expect(answer.body).toMatchObject({ verified: true });
  return { shop, device };
}
