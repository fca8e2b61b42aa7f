import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startEid } from "#sandbox/eid/server.ts";
import { startApp } from "#tests/support/app.ts";
import { inFull } from "#tests/support/full.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const ROUNDS = inFull(5, 3);

let eid: Awaited<ReturnType<typeof startEid>>;
let replicas: Awaited<ReturnType<typeof startApp>>[];

beforeAll(async () => {
  // Slow enough that both replicas have the answer in hand before the eID has said what it is worth.
  eid = await startEid({ port: 0, clients: inject("clients"), slowMs: 400 });
  const env: Record<string, string> = { ...inject("env") };
  for (const name of ["S", "B"]) env[`EID_${name}_ISSUER`] = `${eid.url}/${name.toLowerCase()}`;
  replicas = await Promise.all([await freePort(), await freePort()].map((port) => startApp(env, port)));
  process.env.SERVER_URL = replicas[0]?.url;
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await eid.close();
  process.env.SERVER_URL = "";
});

test.for(["s", "b"] as const)(
  "a callback that reaches two replicas at once at %s is concluded once, and both end at home",
  async (provider) => {
    const shop = await newOrganization();
    const rounds = Array.from({ length: ROUNDS }, async () => {
      const [visitor, { url }] = [browser(), await started(provider, shop)];
      await visitor.go(url);
      const eidUrl = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
      const callback = new URL(await visitor.choose(eidUrl, "slow"));
      const headers = { cookie: visitor.cookies(callback), accept: "text/html" };
      const ask = (replica: { url: string }, path: string) =>
        fetch(new URL(path, replica.url), { headers, redirect: "manual" });
      return Promise.all(
        replicas.map(async (replica) => {
          const answer = await ask(replica, callback.pathname + callback.search);
          const location = answer.headers.get("location") ?? "";
          if (tokenIn(location) !== null) return location;
          // The one that did not hand it over leads to the link, which by now leads home.
          expect(location).toBe(url);
          const link = new URL(location);
          return (await ask(replica, link.pathname + link.search)).headers.get("location");
        }),
      );
    });
    for (const homes of await Promise.all(rounds)) {
      expect(tokenIn(homes[0] ?? null)).not.toBeNull();
      expect(homes[1]).toBe(homes[0]);
    }
    expect(await shop.billed()).toBe(ROUNDS);
  },
);

test("of many questions with once=1 that reach two replicas at once, one hears yes", async () => {
  const shop = await newOrganization();
  for (const round of [1, 2, 3]) {
    const [visitor, { url, device }] = [browser(), await started("b", shop)];
    const token = tokenIn((await completeFlow(visitor, url, "adult")).headers.get("location")) ?? "";
    const asked = Array.from({ length: 40 }, (_, n) =>
      fetch(new URL(`/api/auth_check/${token}/${device}?once=1`, replicas[n % 2]?.url)),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted(), `round ${round}`).toEqual([200, ...Array.from({ length: 39 }, () => 404)]);
  }
});
