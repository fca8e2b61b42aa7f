import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { getPriority } from "node:os";
import { setTimeout as rest } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";
import { closeDatabase, database } from "#lib/core/database.ts";
import { recordedCodes } from "#tests/support/activity.ts";
import { startApp } from "#tests/support/app.ts";
import { inFull } from "#tests/support/full.ts";
import { NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { started } from "#tests/support/visitor.ts";

/** So many that those under way when a process stops are only some of them. */
const CALLERS = inFull(12, 6);
const CAP = inFull(100, 30);
/** How long each rests between its calls, so that what is watched meanwhile gets the processor. */
const REST_MS = inFull(50, 100);
/** The calls that are answered while a process is away. */
const ANSWERS = inFull(100, 40);
/** How often each leaves that is not waited for. */
const ROUNDS = inFull(15, 5);

type App = Awaited<ReturnType<typeof startApp>>;

let first: App;
/** The first, or another in its place once a test has stopped that. */
let app: App;
let single: App;
let startWorkers: () => Promise<App>;
let isStopped = false;

beforeAll(async () => {
  await enterOwnDatabase();
  const { BASE_URL: _, ...env } = inject("env");
  const limits = { RATE_LIMIT_KEY: "1000000", RATE_LIMIT_ADDRESS: "1000000", RATE_LIMIT_DEVICE: "1000000" };
  const common = { ...env, ...limits, DATABASE_URL: process.env.DATABASE_URL ?? "", BASE_URL: "http://localhost:3000" };
  const [port, other] = [await freePort(), await freePort()];
  startWorkers = () => startApp({ ...common, WORKERS: "3", LOG_LEVEL: "info" }, port);
  [app, single] = await Promise.all([startWorkers(), startApp({ ...common, WORKERS: "0" }, other)]);
  // The last thing that the jobs do at their start, while no test has made an owner.
  await vi.waitUntil(() => eventsOf(app, "first_owner_wanted").length > 0, { timeout: 40_000 });
  first = app;
});
beforeEach(async () => {
  if (isStopped) app = await startWorkers();
  isStopped = false;
});
afterAll(() => Promise.all([app?.kill(), single?.kill()]));

test("of all these processes one runs the jobs", () => {
  expect(eventsOf(first, "first_owner_wanted")).toHaveLength(1);
  expect(eventsOf(first, "listening")).toHaveLength(1);
});

/** The priority of the tests: a server begins with it. */
const OURS = getPriority();

test.runIf(process.platform === "linux")(
  "every thread of the process of the pages gives way, and none of a worker's",
  () => {
    const ranks = (role: "worker" | "pages") =>
      pidsOf(app, role).flatMap((pid) =>
        readdirSync(`/proc/${pid}/task`).map((task) => niceOf(`/proc/${pid}/task/${task}`)),
      );
    expect(new Set(ranks("pages"))).toEqual(new Set([Math.max(10, OURS)]));
    expect(new Set(ranks("worker"))).toEqual(new Set([OURS]));
  },
);

// Where the tests themselves gave way, nothing can be told apart.
const isTellable = process.platform === "linux" && OURS < 10;

test.runIf(isTellable)("the thread of the jobs gives way, and not what collects its garbage", () => {
  const tasks = readdirSync(`/proc/${app.pid}/task`).map((task) => `/proc/${app.pid}/task/${task}`);
  const nameOf = (task: string) => readFileSync(`${task}/comm`, "utf8").trim();
  const gives = tasks.filter((task) => niceOf(task) === 10).map(nameOf);
  expect(gives).not.toEqual([]);
  // The end of the process waits for each of these.
  expect(gives.filter((name) => name.startsWith("V8Worker"))).toEqual([]);
  expect(niceOf(`/proc/${app.pid}/task/${app.pid}`)).toBe(OURS);
});

test.for([
  ["pages", "0"],
  ["first", "0"],
  ["command", "2"],
])("a statement of a process that is %s may have %s processors besides its own", async ([role = "", workers]) => {
  await closeDatabase();
  vi.stubEnv("AGEWAY_PROCESS", role);
  const [row] = await database().execute("SHOW max_parallel_workers_per_gather");
  expect(row).toEqual({ max_parallel_workers_per_gather: workers });
  await closeDatabase();
});

test("a page through a worker is the one that a single process draws: status, headers and bytes", async () => {
  const shop = await newOrganization();
  const { cookie } = await signedIn({ of: shop.id });
  for (const [method, path] of [
    ["GET", "/dashboard"],
    ["GET", "/dashboard/keys"],
    ["GET", "/sign-in"],
    ["GET", "/reasons"],
    ["HEAD", "/reasons"],
    ["GET", "/device_id.js"],
    ["GET", "/nowhere"],
    ["GET", "/api/health/ready"],
    ["POST", "/dashboard/keys"],
    ["DELETE", "/dashboard"],
  ] as const) {
    const headers = { cookie, origin: "http://localhost:3000", "content-type": "text/plain" };
    const [through, direct] = await Promise.all([app, single].map((at) => send(at, path, { method, headers })));
    expect(through, `${method} ${path}`).toEqual(direct);
  }
});

test("what a caller writes about its own address stays with the worker", async () => {
  const headers = { "ageway-peer": "192.0.2.1", "ageway-trace": "1-2", connection: "close, ageway-peer" };
  expect((await send(app, "/device_id.js", { headers })).status).toBe(200);
});

test("a cap that stops accepts exactly as many of the calls that three workers answer at once", async () => {
  const shop = await newOrganization({ spendCapMinor: 12 * CAP });
  const answers = await Promise.all(Array.from({ length: 3 * CAP }, () => call(app, shop)));
  expect(answers.filter((status) => status === 200)).toHaveLength(CAP);
  expect(await shop.billed()).toBe(CAP);
});

test("calls under one Idempotency-Key that three workers answer at once are one check and one charge", async () => {
  const shops = await Promise.all(Array.from({ length: inFull(8, 3) }, () => newOrganization()));
  for (const shop of shops) {
    const path = `/api/url_generator_b/${shop.key}/${newDevice()}/18?domain=${encodeURIComponent(shop.domain)}`;
    const headers = { "idempotency-key": "order-1" };
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => send(app, path, { headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await shop.started(), await shop.billed()]).toEqual([1, 1]);
  }
  expect(eventsOf(app, "start_refused")).toEqual([]);
});

test("limits count for all workers, whichever of them is asked: questions about a token, and calls of a key", async () => {
  const path = `/api/auth_check/${"A".repeat(43)}/device`;
  // One address gets half of it.
  const shop = await newOrganization({ callsPerMinute: 120 });
  for (const [ask, passed] of [
    [async () => (await send(app, path)).status, 404],
    [() => call(app, shop), 200],
  ] as const) {
    const statuses: number[] = [];
    // A token comes back every second, so more than 61 take a slow machine.
    while (!statuses.includes(429) && statuses.length < 100) statuses.push(await ask());
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => passed));
    expect(statuses).toContain(429);
  }
});

test("a worker that is killed takes only the calls that it had: the others answer, and it is started again", async () => {
  const [victim = 0] = pidsOf(app, "worker");
  const before = eventsOf(app, "process_ended").length;
  const load = startLoad(app, await newOrganization());
  await load.answers(20);
  process.kill(victim, "SIGKILL");
  await load.answers(ANSWERS);
  await expect.poll(() => pidsOf(app, "worker").length).toBe(3);
  await load.end();
  expect(pidsOf(app, "worker")).not.toContain(victim);
  expect(load.failed.length).toBeLessThanOrEqual(CALLERS);
  expect(eventsOf(app, "process_ended").slice(before)).toEqual([
    expect.objectContaining({ process: "worker", signal: "SIGKILL", code: null }),
  ]);
});

test("a worker that stands still keeps nobody else waiting, also of the same organization", async () => {
  const [victim = 0] = pidsOf(app, "worker");
  // Between calls: one that stops while it holds the organization's lock keeps it until PostgreSQL ends its transaction.
  process.kill(victim, "SIGSTOP");
  const load = startLoad(app, await newOrganization());
  await load.answers(ANSWERS);
  process.kill(victim, "SIGCONT");
  await load.end();
  expect(load.failed).toEqual([]);
});

test("while the pages start again, calls are answered, and a page says that it is away", async () => {
  const [victim = 0] = pidsOf(app, "pages");
  const shop = await newOrganization();
  const { cookie } = await signedIn({ of: shop.id });
  const load = startLoad(app, shop);
  const page = { headers: { cookie }, agent: new Agent({ keepAlive: true }) };
  await send(app, "/dashboard/keys", page);
  // The first process starts the pages again within a second, so it stands still until they were asked for. Its workers do not.
  process.kill(app.pid ?? 0, "SIGSTOP");
  onTestFinished(() => void process.kill(app.pid ?? 0, "SIGCONT"));
  process.kill(victim, "SIGKILL");
  const retryAfterOf = new Map<number, string | undefined>();
  const status = async () => {
    const { status, headers } = await send(app, "/dashboard/keys", page);
    retryAfterOf.set(status, headers["retry-after"]);
    return status;
  };
  await expect.poll(() => pidsOf(app, "pages")).toEqual([]);
  await expect.poll(status).toBe(503);
  expect((await send(app, "/api/health/ready", page)).status).toBe(200);
  process.kill(app.pid ?? 0, "SIGCONT");
  await expect.poll(status).toBe(200);
  expect([...retryAfterOf]).toEqual([
    [503, "2"],
    [200, undefined],
  ]);
  await load.end();
  expect(load.failed).toEqual([]);
});

test("whoever leaves before a page or form was handed on takes no worker along", async () => {
  const workers = pidsOf(app, "worker");
  const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\nname=it";
  const heads = ["GET /dashboard HTTP/1.1\r\nHost: x\r\n\r\n", `POST /dashboard/keys HTTP/1.1\r\nHost: x\r\n${form}`];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const head of heads)
      for (const leave of ["destroy", "end"] as const) {
        const socket = connect(Number(new URL(app.url).port), "localhost");
        socket.resume().on("error", () => {});
        socket.write(head, () => socket[leave]());
        await once(socket, "close");
        await fetch(`${app.url}/dashboard`, { redirect: "manual" });
      }
  expect(pidsOf(app, "worker")).toEqual(workers);
  expect(eventsOf(app, "crashed")).toEqual([]);
});

test("told to end, each answers what it has accepted: nothing is billed that was not answered", async () => {
  const [shop, opened] = [await newOrganization(), await newOrganization()];
  const link = new URL((await started("b", opened)).url);
  const openPage = () => send(app, link.pathname + link.search, { headers: NAVIGATION });
  await openPage();
  // The other workers have heard of it long before it is on record.
  await expect.poll(() => recordedCodes(opened)).toContain("step opened");
  for (let n = 0; n < 5; n += 1) await openPage();
  const load = startLoad(app, shop, { keepAlive: true });
  await load.answers(50);
  isStopped = true;
  const status = await app.stop();
  await load.end();
  expect(status).toBe(0);
  expect(await shop.billed()).toBe(load.answered());
  // What was reloaded at several workers is on record once.
  expect((await recordedCodes(opened)).toSorted()).toEqual(["call accepted", "step opened"]);
});

/** Of a thread: the 19th field of its state, of which the second is a name in parentheses (proc_pid_stat(5)). */
function niceOf(task: string): number {
  const stat = readFileSync(`${task}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19 - 3]);
}

type Sent = { method?: string; headers?: Record<string, string>; agent?: Agent };

/** Without an agent, the call is a connection of its own, which goes to the next worker. */
function send(
  { url }: App,
  path: string,
  { method = "GET", headers = {}, agent = new Agent() }: Sent = {},
): Promise<{ status: number; headers: Record<string, string | undefined>; text: string }> {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, url), { method, headers, agent }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const { date: _, traceresponse: __, ...rest } = response.headers;
      const [nonce] = /(?<='nonce-)[^']+/.exec(String(rest["content-security-policy"])) ?? [];
      // What the page's script reads comes in whatever order its parts are ready.
      const plain = (text: string) =>
        (nonce ? text.replaceAll(nonce, "…") : text).replaceAll(/<script[^>]*>self\.__next_f.*?<\/script>/gs, "");
      const named = Object.entries(rest).map(([name, value]) => [name, plain(String(value))]);
      const text = plain(Buffer.concat(chunks).toString());
      done({ status: response.statusCode ?? 0, headers: Object.fromEntries(named), text });
    });
    sent.once("error", fail).end();
  });
}

type Shop = { key: string; domain: string };

async function call(at: App, { key, domain }: Shop, agent = new Agent()): Promise<number> {
  const path = `/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`;
  return (await send(at, path, { agent })).status;
}

/** Callers who call again and again, one call at a time each. */
function startLoad(at: App, shop: Shop, { keepAlive = false } = {}) {
  const failed: string[] = [];
  let [answered, isOver, heard] = [0, false, Promise.withResolvers<void>()];
  const callers = Array.from({ length: CALLERS }, async () => {
    const agent = new Agent({ keepAlive });
    while (!isOver) {
      const status = await call(at, shop, agent).catch((fault: NodeJS.ErrnoException) => String(fault.code));
      if (status === 200) answered += 1;
      else failed.push(String(status));
      // Nothing listens any more.
      if (status === "ECONNREFUSED") return;
      heard.resolve();
      heard = Promise.withResolvers();
      await rest(REST_MS);
    }
  });
  return {
    failed,
    answered: () => answered,
    async answers(more: number) {
      const enough = answered + more;
      while (answered < enough) await heard.promise;
    },
    async end() {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

function pidsOf({ pid }: App, role: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").startsWith(`ageway ${role}`));
}

function eventsOf(at: App, event: string): Record<string, unknown>[] {
  const lines = at.output().trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}
