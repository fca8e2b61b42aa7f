import { expect, test } from "vitest";
import { callRun, openedRun, shownOf as shown } from "#tests/support/gate-test.ts";
import { generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const page = (path: string, query = "") => ({ path, query });
/** Next itself breaks on addresses that do not decode; the production server keeps them from it. */
const mayAsk = (address: string) => process.env.SERVER !== "next" || !address.includes("%ff");
const sound = (text: string) => encodeURIComponent(text);

test("what the true generator refuses, the generator of a run refuses with the same bytes", async () => {
  const run = await openedRun({ shop: "verified" });
  const other = await newOrganization({ mode: "test" });
  const live = await newOrganization();
  const { key, domain } = run.shop;
  const call = (called: string, query = `?domain=${sound(domain)}`) => page(called, query);
  const device = () => newDevice();
  const calls: [ReturnType<typeof page>, { method?: string; headers?: Record<string, string> }?][] = [
    [call(`${key}/${device()}/18`), { method: "OPTIONS" }],
    [call(`${key}/${device()}/18`), { method: "POST" }],
    [call(`${key}/${device()}/18`), { method: "HEAD" }],
    [call(`${key}/${device()}/18`), { headers: { "Sec-Purpose": "prefetch" } }],
    [call(`${key}/${device()}/18`), { headers: { "Sec-Fetch-Dest": "iframe" } }],
    [call(`${key}/${device()}/18`), { headers: { "Sec-Fetch-Mode": "no-cors" } }],
    [call(`${key}/${device()}/18`, "")],
    [call(`${key}/${device()}/18`, "?domain=")],
    [call(`${key}/${device()}/17`)],
    [call(`${key}/${device()}/018`)],
    [call(`${key}/undefined/18`)],
    [call(`${key}/short/18`)],
    [call(`${key}/%ff%fe/18`)],
    [call(`${key}/${device()}/18`, `?domain=${sound(domain)}&domain=${sound(domain)}`)],
    [call(`${key}/${device()}/18`, "?domain=http%3A%2F%2Fshop.example")],
    [call(`${key}/${device()}/18`, "?domain=%ff")],
    [call(`${key}/${device()}/18`, "?domain=javascript%3Aalert(1)")],
    [call(`${key}/${device()}/18`), { headers: { "Idempotency-Key": "x".repeat(256) } }],
    [call(`${live.key}/${device()}/18`)],
    [call(`pk_test_${"x".repeat(24)}/${device()}/18`)],
    [call(`%00/${device()}/18`)],
    [call(`${key}/${device()}/18`, `?domain=${sound(other.domain)}`)],
    [call(`${key}/${device()}/18`), { headers: { Origin: "https://elsewhere.example" } }],
    [call(`${key}/${device()}/18`, `?domain=${sound(other.domain)}`), { headers: NAVIGATION }],
    [call(`${key}/${device()}/17`), { headers: NAVIGATION }],
    [call(`${key}/${device()}/17`), { headers: { Accept: "application/problem+json" } }],
  ];
  for (const [{ path, query }, sent = {}] of calls.filter(([{ path, query }]) => mayAsk(path + query)))
    for (const provider of ["s", "b"]) {
      const at = (base: string) => send(`${base}/api/url_generator_${provider}/${path}${query}`, sent);
      expect(shown(await at(run.path)), `${provider} ${path}${query} ${JSON.stringify(sent)}`).toEqual(
        shown(await at("/test")),
      );
    }
});

test("a link is given as the true generator gives one: as JSON, by a redirect, in a language, to a script", async () => {
  const run = await openedRun({ shop: "verified" });
  const { key, domain } = run.shop;
  for (const headers of [{}, NAVIGATION, { Origin: new URL(domain).origin, "Sec-Fetch-Mode": "cors" }])
    expect(shown(await callRun(run, { headers }))).toEqual(shown(await generate("s", { key, domain, headers })));
  const query = `?domain=${sound(domain)}&lang=da`;
  const { body } = await send(`${run.path}/api/url_generator_b/${key}/${newDevice()}/16${query}`);
  const { origin, pathname, searchParams } = new URL((body as { url: string }).url);
  expect(`${origin}${pathname}`).toBe(`${run.base}/verify/b`);
  expect(searchParams.get("lang")).toBe("da");
});

test("only the run's own key and the run's own host get a link", async () => {
  const run = await openedRun();
  const another = await openedRun();
  expect(await callRun(run, { key: another.shop.key })).toMatchObject({ status: 403, body: { url: run.returnUrl } });
  for (const domain of [run.shop.domain, "http://127.0.0.1:8080/", "http://192.168.0.7/", "http://shop.test/"]) {
    const { status, headers, body } = await callRun(run, { domain });
    expect([status, headers.get("ageway-reason"), headers.get("ageway-detail")]).toEqual([
      403,
      "domain_not_verified",
      "return_url",
    ]);
    expect(body).toEqual({ url: domain });
    // A browser is never sent there.
    expect((await callRun(run, { domain, headers: NAVIGATION })).headers.get("location")).toBeNull();
  }
});

test("a run that we did not make, or another's address, has no generator", async () => {
  const run = await openedRun();
  for (const path of [
    "/doctor/x",
    "/doctor/%ff",
    `${run.path}x`,
    `${run.path.slice(0, -1)}`,
    `/doctor/${"a".repeat(4_000)}`,
  ].filter(mayAsk)) {
    const { status, headers, text } = await callRun({ ...run, path });
    expect([path, status, headers.get("ageway-reason"), text]).toEqual([path, 404, "not_found", '{"url":null}']);
  }
});
