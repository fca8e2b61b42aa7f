import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { GET } from "#app/status/route.tsx";
import { providers } from "#lib/eid/providers.ts";
import { silenceOfEid, watchEids } from "#lib/eid/watch.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { configure } from "#tests/support/configure.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";
import { browser, proof, started } from "#tests/support/visitor.ts";
import { register } from "../../instrumentation.ts";

await enterOwnDatabase();

const eid = await startScriptedEid();
afterAll(() => eid.close());

/** Provider s has an eID of the test's own, and b the sandbox. */
function enter() {
  const { live, test: ofTests } = providers();
  Object.assign(live, { s: { ...eid.provider(), name: "Scripted" }, b: live.b && { ...live.b, name: "Sandbox" } });
  Object.assign(ofTests, { s: null, b: null });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void watchEids({ everyMs: 200, stop: stop.signal });
  const silence = (provider: "s" | "b") => {
    const configuration = live[provider];
    return configuration && silenceOfEid(configuration);
  };
  return {
    answer: () => Promise.all([expect.poll(() => silence("s")).toBe(null), expect.poll(() => silence("b")).toBe(null)]),
    falls: () => expect.poll(() => silence("s")).toBeInstanceOf(Date),
  };
}

let minutes = 0;

/** Asks when what was read before is too old. `language`: the browser's. */
async function read(language = "en", query = "") {
  minutes += 1;
  const { now } = performance;
  const later = vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + minutes * 60_000);
  const page = again(language, query);
  later.mockRestore();
  return page;
}

async function again(language = "en", query = "") {
  const headers = { "Accept-Language": language };
  const answer = await GET(new Request(`${process.env.BASE_URL}/status${query}`, { headers }));
  const html = await answer.text();
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const parts = [...main.matchAll(/<h2>(.*?)<\/h2><p[^>]*>(.*?)<\/p>/g)].map(([, name, words]) => [name, words]);
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(main) ?? [];
  return { status: answer.status, headers: answer.headers, html, heading, parts: Object.fromEntries(parts) };
}

/** As if the checks of the visitors so far were made this much earlier. */
const backdate = (ago: string) =>
  database().execute(sql`
    UPDATE verification SET started_at = started_at - ${ago}::interval, completed_at = completed_at - ${ago}::interval`);

test("where all works it says so of each part, in the browser's language or the chosen one", async () => {
  await enter().answer();
  const { shop } = await proof();
  await backdate("16 minutes");
  const page = await read();
  expect([page.status, page.heading, page.parts]).toEqual([
    200,
    "Everything works",
    {
      "Age checks": "Our service answers.",
      Scripted: "It answers us. No visitor has confirmed their age with it within the last hour or so.",
      Sandbox: "It works: visitors have confirmed their age with it within the last hour or so.",
    },
  ]);
  expect(page.html).toMatch(/Last looked at \d\d:\d\d\./);
  for (const secret of [shop.id, shop.key, shop.host, "<script"]) expect(page.html).not.toContain(secret);
  const danish = await again("da-DK,da;q=0.9");
  expect([danish.heading, danish.html.includes('<html lang="da">')]).toEqual(["Alt virker", true]);
  const finnish = await again("da", "?lang=fi");
  expect([finnish.heading, finnish.headers.get("set-cookie")]).toEqual([
    "Kaikki toimii",
    expect.stringContaining("=fi;"),
  ]);
});

test("nobody reads the minute in which a visitor was confirmed, and no reader makes it ask the database again", async () => {
  await enter().answer();
  await database().execute(sql`UPDATE verification SET completed_at = now() WHERE outcome = 'verified'`);
  expect((await read()).parts.Sandbox).toMatch(/^It answers us\. No visitor/);
  await backdate("16 minutes");
  // Whoever asks at once reads what was found before.
  expect((await again()).parts.Sandbox).toMatch(/^It answers us\. No visitor/);
  expect((await read()).parts.Sandbox).toMatch(/^It works/);
});

test("an eID that is away is told with its time, and so is one that only visitors find away", async () => {
  const eids = enter();
  await eids.answer();
  onTestFinished(eid.repair);
  eid.breakDown("/.well-known/openid-configuration", 503);
  await eids.falls();
  const silent = await read("en", "?lang=en");
  expect([silent.status, silent.heading]).toEqual([200, "Something is not working"]);
  expect(silent.parts.Scripted).toMatch(/^It has not answered us since \d\d:\d\d\.$/);
  const shop = await newOrganization();
  for (let n = 0; n < 5; n += 1) {
    const [visitor, { url }] = [browser(), await started("s", shop)];
    await visitor.go(url);
    await visitor.go(`${url}&do=confirm`, "POST");
    const page = await visitor.go(url);
    expect(page.headers.get("ageway-reason")).toBe("eid_down");
    expect(page.text).toMatch(/<a [^>]*href="\/status\?lang=en">See what works right now<\/a>/);
  }
  eid.repair();
  await eids.answer();
  const failing = await read();
  expect(failing.heading).toBe("Something is not working");
  expect(failing.parts.Scripted).toMatch(/^It answers us, but visitors have got no answer since \d\d:\d\d\.$/);
  await backdate("16 minutes");
  expect((await read()).heading).toBe("Everything works");
});

test("what is known of an eID stays known when the first page of the dashboard opens Next", async () => {
  await enter().answer();
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  onTestFinished(() => void vi.unstubAllEnvs());
  await register();
  expect((await read()).parts.Scripted).toMatch(/^It answers us\./);
});

test("while the database is away it answers in words, with all that it knows without it", async () => {
  const line = await lineToDatabase();
  configure({ DATABASE_URL: line.url });
  await enter().answer();
  line.hangUp();
  const page = await read();
  expect([page.status, page.heading, page.parts]).toEqual([
    200,
    "Something is not working",
    {
      "Age checks": "Our service cannot reach its database. No check can start or finish until it can.",
      Scripted: "It answers us.",
      Sandbox: "It answers us.",
    },
  ]);
  await closeDatabase();
});
