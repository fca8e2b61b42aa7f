import { beforeAll, expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { openDashboard, textOf } from "#tests/support/dashboard.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  dashboard = await openDashboard();
});

async function shopIn(mode: "live" | "test") {
  const shop = await newOrganization({ mode });
  const { cookie } = await signedIn({ of: shop.id, role: "viewer" });
  return { ...shop, get: (path: string) => dashboard.get(path, cookie) };
}

test("the layout and the list follow the mode of a check, or of a refused call, whatever the address says", async () => {
  for (const [mode, wrong, right] of [
    ["test", "", "?mode=test"],
    ["live", "?mode=test", ""],
  ] as const) {
    const shop = await shopIn(mode);
    const answers = [await generate("b", shop), await generate("b", { ...shop, age: "17" })];
    await flushActivity();
    for (const { headers } of answers) {
      const path = `/dashboard/checks/${headers.get("ageway-reference")}`;
      expect(await shop.get(path + wrong)).toMatchObject({ status: 307, location: `${path + right}#panel-title` });
      expect((await shop.get(path + right)).status).toBe(200);
    }
  }
});

test("a test visitor of 17 is told before they leave our page, and not as back at the shop", async () => {
  const shop = await shopIn("test");
  const { url } = await started("b", shop);
  const visitor = browser();
  await completeFlow(visitor, url, "seventeen");
  await flushActivity();
  const list = textOf((await shop.get("/dashboard/checks?mode=test")).text);
  expect(list).toContain("Too young");
  const [, reference] = /id="([2-9A-HJ-NP-Z]{8})"/.exec((await shop.get("/dashboard/checks?mode=test")).text) ?? [];
  const panel = textOf((await shop.get(`/dashboard/checks/${reference}?mode=test`)).text);
  expect(panel).toContain("Came back, too young");
  expect(panel).not.toContain("Back at ");
});

/** A UTC day, so many days ago. */
const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

const SWITCH = 'aria-label="Live or test"';

test("the switch between live and test stands where it changes the page, and the mode stays elsewhere", async () => {
  const shop = await shopIn("live");
  for (const path of ["", "/checks", "/checks/refused", "/connect", "/keys", `/keys/${shop.key}`])
    expect((await shop.get(`/dashboard${path}`)).text, path).toContain(SWITCH);
  for (const path of ["domains", "gate-test", "billing", "billing/plan", "team", "audit", "settings", "account"]) {
    const { text } = await shop.get(`/dashboard/${path}?mode=test`);
    expect(text, path).not.toContain(SWITCH);
    expect(textOf(text)).toContain("Same in live and test");
    expect(text).toContain('href="/dashboard/checks?mode=test"');
  }
});

test("a filter of days that are longer ago than checks are listed says so, and leads to what is counted", async () => {
  const shop = await shopIn("live");
  await started("b", shop);
  await flushActivity();
  const listOf = async (query: string) => (await shop.get(`/dashboard/checks?${query}`)).text;
  const gone = await listOf(`since=${dayOf(60)}&until=${dayOf(30)}`);
  expect(textOf(gone)).toContain("Checks are listed for 30 days");
  expect(gone).toContain('href="/dashboard?mode=live&amp;days=90"');
  expect(gone).toContain(`href="/dashboard/billing?month=${dayOf(30).slice(0, 7)}"`);
  expect(await listOf(`mode=test&until=${dayOf(30)}`)).not.toContain("/dashboard/billing?month");
  // One day later there may be checks, and none matches.
  expect(textOf(await listOf(`until=${dayOf(29)}`))).toContain("No checks match");
  expect(textOf(await listOf(`since=${dayOf(30)}`))).toContain("Checks are listed for 30 days");
  expect(textOf(await listOf(`since=${dayOf(29)}`))).not.toContain("Checks are listed for 30 days");
});

test("an empty list names the period that was asked for", async () => {
  const shop = await shopIn("live");
  await generate("b", shop);
  await flushActivity();
  const nothing = async (query: string) =>
    /No checks match ([^,]*), live checks/.exec(
      textOf((await shop.get(`/dashboard/checks?host=absent.example${query}`)).text),
    )?.[1];
  expect(await nothing("")).toBe("Last 30 days");
  expect(await nothing(`&since=${dayOf(3)}&until=${dayOf(3)}`)).toMatch(/^\d+ \w+$/);
});

test("an open list is told how many checks of its filter are newer than its first", async () => {
  const shop = await shopIn("live");
  const askOf = async (query: string) => {
    const { text } = await shop.get(`/dashboard/checks${query}`);
    return /\/dashboard\/checks\/newer\?[^"\s]*?(?=\\?")/.exec(text.replaceAll("\\u0026", "&"))?.[0] ?? null;
  };
  const newerAt = async (path: string | null) => JSON.parse((await shop.get(path ?? "")).text).newer;
  await started("b", shop);
  await flushActivity();
  const [all, ofS] = [await askOf(""), await askOf("?provider=s")];
  expect(await newerAt(all)).toBe(0);
  await started("b", shop);
  await started("b", shop);
  await flushActivity();
  expect(await newerAt(all)).toBe(2);
  expect(await newerAt(ofS)).toBe(0);
  expect(await askOf(`?until=${dayOf(0)}`)).toBeNull();
});

test("a refused call names its key where a reason has calls of several", async () => {
  const shop = await shopIn("live");
  const head = async () => /Time<.*?Reference</s.exec((await shop.get("/dashboard/checks/refused")).text)?.[0];
  await generate("b", { ...shop, age: "17" });
  await flushActivity();
  expect(await head()).not.toContain("Key<");
  const made = await createKey({ kind: "operator" }, { organizationId: shop.id, mode: "live", label: "Till" });
  await generate("b", { ...shop, key: made.ok ? made.key : "", age: "17" });
  await flushActivity();
  expect(await head()).toContain("Key<");
});

test("a refusal leads to the page of its reason, and that to the calls of its mode, its reason open", async () => {
  for (const mode of ["test", "live"] as const) {
    const shop = await shopIn(mode);
    const { headers } = await generate("b", { ...shop, device: "undefined" });
    await flushActivity();
    const [, help = ""] = /^<([^>]+)>; rel="help"$/.exec(headers.get("link") ?? "") ?? [];
    const { text } = await dashboard.get(new URL(help).pathname);
    const links = [...text.matchAll(/href="(\/dashboard\/checks[^"]+)"/g)].map(([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    );
    const link = links.find((one) => one.includes("mode=test") === (mode === "test")) ?? "";
    expect(links.length).toBe(2);
    expect((await shop.get(link)).text).toMatch(/<details[^>]* open=""[^>]*>(?:(?!<\/details>).)*Device id not valid/s);
    expect((await shop.get(link)).text).toContain("such as <code>undefined</code>.");
    // The period is another, the reason the same.
    expect((await shop.get(link)).text).toMatch(/href="[^"]*reason=device_id_invalid[^"]*days=7"/);
  }
});
