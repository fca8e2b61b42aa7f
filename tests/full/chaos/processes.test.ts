import { Agent, request } from "node:https";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort, freePorts } from "#tests/support/ports.ts";
import { startProxy } from "#tests/support/proxy.ts";

const CALLS_PER_SECOND = Number(process.env.RATE ?? 200);
/** How often a process ends, the two in turn. */
const ENDS = Number(process.env.ENDS ?? 50);
const ROUND_MS = 60_000;
/** A test that stood still itself sends no flood afterwards of what it has missed. */
const MAX_UNDER_WAY = 1_000;
/** nginx answers sooner, whatever happens behind it. */
const SILENT_MS = 60_000;

type App = Awaited<ReturnType<typeof startApp>>;

let env: Record<string, string>;
let ports: number[];
let apps: App[];
let nginx: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  await enterOwnDatabase();
  ports = await freePorts(2);
  nginx = await startProxy("nginx", ...ports);
  const limits = { RATE_LIMIT_KEY: "10000000", RATE_LIMIT_ADDRESS: "10000000" };
  const { DATABASE_URL = "" } = process.env;
  env = { ...inject("env"), ...limits, DATABASE_URL, BASE_URL: nginx.url, TRUSTED_PROXIES: "loopback" };
  apps = await Promise.all(ports.map(start));
});
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.kill()));
  await nginx?.stop();
});

test.for([
  ["told to stop", (app: App) => app.stop(), 0],
  ["killed", (app: App) => app.kill(), null],
] as const)(
  "of two processes behind nginx one after the other is %s: each call is answered, and billed once",
  { timeout: ENDS * ROUND_MS },
  async ([, end, expected]) => {
    const shop = await newOrganization();
    const load = startLoad(shop);
    for (let round = 0; round < ENDS; round += 1) {
      const n = round % 2;
      // Ends in the middle of calls, and not always at the same moment of a second.
      await after(Math.random() * 500);
      expect(await end(apps[n] as App)).toBe(expected);
      apps[n] = await start(ports[n] ?? 0);
    }
    const { answered, failed } = await load.end();
    console.info(`${answered} calls answered beside ${ENDS} ends`);
    expect(failed, refusals(nginx.log())).toEqual([]);
    expect(await shop.billed()).toBe(answered);
  },
);

test("a process for calls and one for pages each say in words what the other serves", async () => {
  const [calls, pages] = await Promise.all(
    ["calls", "pages"].map(async (SERVE) => startApp({ ...env, SERVE }, await freePort())),
  );
  onTestFinished(async () => void (await Promise.all([calls?.kill(), pages?.kill()])));
  const shop = await newOrganization();
  const call = `/api/url_generator_b/${shop.key}/${newDevice()}/18?domain=${encodeURIComponent(shop.domain)}`;
  const ask = (app: App | undefined, path: string) => fetch(`${app?.url}${path}`, { redirect: "manual" });
  expect((await ask(calls, call)).status).toBe(200);
  expect((await ask(pages, "/dashboard")).status).toBe(307);
  for (const [app, path, words] of [
    [calls, "/dashboard", "This process has SERVE=calls. The proxy must send this address to one with SERVE=pages"],
    [pages, call, "This process has SERVE=pages. The proxy must send this address to one with SERVE=calls"],
  ] as const) {
    const answer = await ask(app, path);
    expect([answer.status, await answer.text()]).toEqual([421, expect.stringContaining(words)]);
  }
  for (const app of [calls, pages]) expect((await ask(app, "/api/health/ready")).status).toBe(200);
  expect(await shop.billed()).toBe(1);
});

async function start(port: number): Promise<App> {
  const app = await startApp(env, port);
  while (!(await fetch(`${app.url}/api/health/ready`)).ok) await after(20);
  return app;
}

/** What nginx wrote of calls that got 5xx, with each of its tries. */
function refusals(log: string): string {
  return log
    .split("\n")
    .filter((line) => /"status":5/.test(line))
    .join("\n");
}

/** As many calls a second, whether or not those before are answered. Nobody repeats one. */
function startLoad({ key, domain }: { key: string; domain: string }) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const underWay = new Set<Promise<void>>();
  const failed: string[] = [];
  let [answered, sent] = [0, 0];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * CALLS_PER_SECOND;
    for (; sent < due; sent += 1) {
      if (underWay.size >= MAX_UNDER_WAY) continue;
      const path = `/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`;
      const asked = ask(agent, path).then((status) => {
        if (status === "200") answered += 1;
        else failed.push(status);
      });
      underWay.add(asked);
      void asked.finally(() => underWay.delete(asked));
    }
  }, 5);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
      return { answered, failed };
    },
  };
}

/** The status, or why there is none. Sent again where nginx closed an idle connection meanwhile, as browsers do. */
function ask(agent: Agent, path: string): Promise<string> {
  return new Promise((done) => {
    const asked = request(new URL(path, nginx.url), { agent }, (response) => {
      response.resume().once("close", () => done(response.complete ? String(response.statusCode) : "cut"));
    });
    asked.once("error", (fault: NodeJS.ErrnoException) =>
      asked.reusedSocket ? ask(agent, path).then(done) : done(fault.code ?? fault.message),
    );
    asked.setTimeout(SILENT_MS, () => asked.destroy(new Error("silent"))).end();
  });
}
