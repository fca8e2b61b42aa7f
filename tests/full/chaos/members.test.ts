import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { FOR_PROGRAMS } from "#app/(docs)/_docs/addresses.ts";
import { GROUPS } from "#app/(docs)/_docs/chapters.ts";
import { startFaultProxy } from "#tests/faults/fault-proxy.ts";
import { startApp } from "#tests/support/app.ts";
import { formActions, textOf } from "#tests/support/dashboard.ts";
import { FILES, PAGES } from "#tests/support/dashboard-places.ts";
import { inFull } from "#tests/support/full.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { type FullShop, shopWithEverything } from "#tests/support/shop-with-everything.ts";
import { signedIn } from "#tests/support/signed-in.ts";

/** A busy machine answers later. */
const MAX_ANSWER_MS = inFull(8_000, 15_000);
const SORRY = "the problem is on our side";
const TOKEN = "A".repeat(43);
/** Pages of members that are about no organization. */
const WITHOUT_ORGANIZATION = ["/welcome", "/invitation", "/test-check", "/dashboard/account"];
/** Pages and texts that need no database. */
const PLAIN = [
  "/",
  "/sign-in",
  "/sign-in/sent",
  "/retention",
  "/openapi.json",
  "/api/health/live",
  ...FOR_PROGRAMS.filter((path) => !path.endsWith("security.txt")),
  ...GROUPS.flatMap(({ links }) => links.map(({ path }) => path)),
];
const SIGN_IN = [`/sign-in/link?token=${TOKEN}`, `/sign-in/first?token=${TOKEN}`];

let app: Awaited<ReturnType<typeof startApp>>;
let line: Awaited<ReturnType<typeof startFaultProxy>>;
let shop: FullShop;
let leaver: Awaited<ReturnType<typeof signedIn>>;
let pages: string[];
/** The pages, drawn while the database took no writes. */
let shown: Answered[];
let forms: (readonly [path: string, form: FormData])[];
let database: postgres.Sql;
let [at, port, name, ownUrl] = [0, 0, "", ""];

beforeAll(async () => {
  await enterOwnDatabase();
  const url = new URL(process.env.DATABASE_URL ?? "");
  [at, port, name] = [await freePort(), Number(url.port), url.pathname.slice(1)];
  line = await startFaultProxy(at, port);
  url.port = String(at);
  const own = await freePort();
  app = await startApp({ ...inject("env"), DATABASE_URL: url.href, BASE_URL: `http://localhost:${own}` }, own);
  shop = await shopWithEverything();
  leaver = await signedIn();
  const owner = new URL(inject("ownerUrl"));
  owner.pathname = url.pathname;
  ownUrl = owner.href;
  owner.pathname = "/postgres";
  database = postgres(owner.href, { max: 1, onnotice: () => {} });
  pages = [...PAGES.map(([path]) => path(shop)), ...WITHOUT_ORGANIZATION];
  shown = await withoutWrites(async () => {
    const drawn: Answered[] = [];
    for (const path of pages) drawn.push(await ask(path));
    return drawn;
  });
  const known = new Map(
    shown.flatMap(({ path, text }) => [...formActions(text)].map(([action, form]) => [action, [path, form] as const])),
  );
  forms = [...known.values()];
  expect(forms.length).toBeGreaterThan(20);
});
afterAll(async () => {
  line?.close();
  await database?.end();
  await app?.kill();
});

/** How the database can be away, and how it comes back. */
const OUTAGES: Record<string, [begin: () => unknown, end: () => unknown]> = {
  hangs: [() => line.begin("hang"), () => line.end()],
  "refuses connections": [() => line.close(), reopen],
  "has no connection left": [() => alter("CONNECTION LIMIT 0"), () => alter("CONNECTION LIMIT -1")],
};

test.for(Object.entries(OUTAGES))(
  "while the database %s, members and who signs in get 503, in words, in time; other pages are as ever",
  async ([, [begin, end]]) => {
    await begin();
    const asked: Promise<Answered>[] = [
      ...[...pages, ...FILES.map(([path]) => path(shop)), `/logos/${"0".repeat(64)}`, ...SIGN_IN].map((path) =>
        ask(path),
      ),
      ...pages.slice(0, 3).map((path) => ask(path, { headers: { RSC: "1" } })),
      ...forms.map(([path, body]) => ask(path, { method: "POST", body })),
      ...posts(),
    ];
    const plain = PLAIN.map((path) => ask(path, {}, ""));
    const [answers, others] = await Promise.all([Promise.all(asked), Promise.all(plain)]);
    await end();
    expect(others.filter(({ status }) => status !== 200).map(({ asked, status }) => [asked, status])).toEqual([]);
    expect(answers.filter(({ status }) => status !== 503).map(({ asked, status }) => [asked, status])).toEqual([]);
    expect(answers.filter(({ retryAfter }) => retryAfter === null).map(({ asked }) => asked)).toEqual([]);
    expect(answers.filter(({ text }) => !textOf(text).toLowerCase().includes(SORRY)).map(({ asked }) => asked)).toEqual(
      [],
    );
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    console.info(`${answers.length} answers, the slowest after ${Math.round(slowest)} ms`);
    expect(slowest).toBeLessThan(MAX_ANSWER_MS);
    await backAgain();
  },
);

test("while others hold a table that every page reads, pages and files say so in time", async () => {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = postgres(ownUrl, { max: 1 });
  const holding = holder.begin(async (tx) => {
    await tx`LOCK TABLE sign_in_session IN ACCESS EXCLUSIVE MODE`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const answers = await Promise.all([pages[0], pages[3], FILES[0]?.[0](shop)].map((path) => ask(path ?? "")));
  released.resolve();
  await holding;
  await holder.end();
  expect(answers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(answers.map(() => [503, "5"]));
  expect(answers.filter(({ ms, text }) => ms > MAX_ANSWER_MS || !textOf(text).toLowerCase().includes(SORRY))).toEqual(
    [],
  );
});

test("while the database takes no writes, pages are there, and a form that would write says 503 that it could not be saved", async () => {
  const answers = await withoutWrites(() =>
    Promise.all(forms.map(([path, body]) => ask(path, { method: "POST", body }))),
  );
  expect(shown.filter(({ status }) => status !== 200).map(({ asked, status }) => [asked, status])).toEqual([]);
  const refused = answers.filter(({ status }) => status >= 500);
  console.info(`${refused.length} of ${answers.length} forms would have written`);
  expect(refused.length).toBeGreaterThan(3);
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(refused.map(() => [503, "5"]));
  expect(refused.filter(({ text }) => !textOf(text).toLowerCase().includes(SORRY)).map(({ asked }) => asked)).toEqual(
    [],
  );
});

/** What `work` gives while the database takes no writes. */
async function withoutWrites<Result>(work: () => Promise<Result>): Promise<Result> {
  await alter("SET default_transaction_read_only = on");
  await backAgain();
  const result = await work();
  await alter("RESET default_transaction_read_only");
  await backAgain();
  return result;
}

/** Connections that hung or were ended are replaced; of a server that starts, the first page takes long. */
async function backAgain(): Promise<void> {
  await vi.waitFor(async () => expect((await ask("/dashboard")).status).toBe(200), { timeout: 40_000, interval: 100 });
}

type Answered = { path: string; asked: string; status: number; retryAfter: string | null; text: string; ms: number };

async function ask(path: string, init: RequestInit = {}, cookie = shop.owner.cookie): Promise<Answered> {
  const began = performance.now();
  const answer = await fetch(app.url + path, {
    redirect: "manual",
    ...init,
    headers: { cookie, origin: app.url, ...(init.headers as Record<string, string>) },
  });
  const text = await answer.text();
  const asked = `${init.method ?? "GET"} ${path}`;
  const ms = performance.now() - began;
  return { path, asked, status: answer.status, retryAfter: answer.headers.get("retry-after"), text, ms };
}

/** The forms of signing in and out. */
function posts(): Promise<Answered>[] {
  const fields = {
    email: `${randomBytes(6).toString("hex")}@shop.example`,
    name: "Shop",
    token: TOKEN,
    next: "/dashboard",
  };
  // What waited for the database may still be done when it is back, so who signs out is nobody else here.
  return ["/sign-in/email", "/sign-in/open", "/sign-in/begin", "/sign-out"].map((path) =>
    ask(path, { method: "POST", body: new URLSearchParams(fields) }, leaver.cookie),
  );
}

/** Cut, and not terminated by PostgreSQL, which does not yet list a connection that it is opening with the settings of before. */
async function alter(change: string): Promise<void> {
  line.begin("cut");
  await database.unsafe(`ALTER DATABASE ${name} ${change}`);
  line.end();
}

async function reopen(): Promise<void> {
  line = await startFaultProxy(at, port);
}
