import { setTimeout as after } from "node:timers/promises";
import { freePort } from "#tests/support/ports.ts";
import { startProxy } from "#tests/support/proxy.ts";
import { readStored } from "../facts.ts";
import type { HistoryLine } from "../history.rules.ts";
import { httpClient } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, noMoreThan, type ReportRow, rounds } from "../part.ts";
import { startTraffic } from "../traffic.ts";
import { type App, inFaultWorld } from "../world.ts";

const [RESTARTS, KILLS] = [50, 50];
const MAX_DRAIN_MS = 1_000;
/** As docs/operate/deploy.md says for nginx, which asks nobody for health. */
const SHUTDOWN_DELAY_SECONDS = 0;

/** Two servers behind the nginx that we ship: one at a time is restarted, and later killed. */
export const rolling: FaultPart = async (options) => {
  const part = "rolling";
  const ports = [await freePort(), await freePort()];
  const nginx = await startProxy("nginx", ...ports);
  try {
    return await inFaultWorld({ baseUrl: nginx.url }, async (world) => {
      const settings = {
        TRUSTED_PROXIES: "loopback",
        LOG_LEVEL: "info",
        SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
      };
      const apps = await Promise.all(ports.map((port) => world.start(settings, port)));
      await Promise.all(apps.map(isReady));
      const history = historyOf(part, options);
      const http = httpClient(nginx.url);
      const rows: ReportRow[] = [];
      const eachInTurn = async (count: number, end: (app: App) => Promise<unknown>) => {
        for (let round = 0; round < count; round += 1) {
          const n = round % 2;
          await end(apps[n] as App);
          apps[n] = await world.start(settings, ports[n]);
          await isReady(apps[n]);
          if ((round + 1) % 10 === 0) options.print(`  ${round + 1} of ${count}`);
        }
      };

      let slowestMs = 0;
      const statuses: (number | null)[] = [];
      const traffic = startTraffic(http.send, history, world.shops, nginx.url);
      const restarts = rounds(RESTARTS, options);
      await eachInTurn(restarts, async (app) => {
        const { status, drainMs } = await drain(app);
        statuses.push(status);
        slowestMs = Math.max(slowestMs, drainMs);
      });
      const restarted = await traffic.stop();
      options.print(`  ${JSON.stringify(restarted)}`);
      rows.push(
        exactly(part, "restarts with status 0", statuses.filter((status) => status === 0).length, restarts),
        exactly(part, "calls that were not answered 200 in the restarts", restarted.calls - restarted.answered, 0),
        exactly(
          part,
          "requests of anybody that were not answered, or with 5xx, in the restarts",
          restarted.failed.length,
          0,
        ),
        exactly(part, "visitors who did not come home in the restarts", restarted.completions - restarted.home, 0),
        noMoreThan(part, "from the last answer to the end, at most", slowestMs, MAX_DRAIN_MS, " ms"),
      );

      const besideKills = startTraffic(http.send, history, world.shops, nginx.url);
      const kills = rounds(KILLS, options);
      await eachInTurn(kills, async (app) => {
        await after(Math.random() * 1_000);
        await app.kill();
      });
      const killed = await besideKills.stop();
      options.print(`  ${JSON.stringify(killed)}`);
      for (const line of unheardIn(history.lines)) options.print(`  ${line}`);
      for (const line of nginx.log().split("\n")) if (/"status":5/.test(line)) options.print(`  nginx: ${line}`);
      await Promise.all(apps.map((app) => app.stop()));
      http.close();
      const { verifications } = await readStored(world.postgres.url);
      const answered = restarted.answered + killed.answered;
      rows.push(
        exactly(part, "SIGKILLs of a server", kills, kills),
        exactly(part, "calls that were not answered 200 in the kills", killed.calls - killed.answered, 0),
        exactly(part, "checks in the database, of the links that were answered", verifications.length, answered),
      );
      return [...rows, ...(await judge(part, history, world, options))];
    });
  } finally {
    await nginx.stop();
  }
};

/** The calls that nobody heard the end of: why, and how long the client waited. */
function unheardIn(history: readonly HistoryLine[]): string[] {
  const began = new Map(history.flatMap((line) => (line.phase === "invoke" ? [[line.n, line] as const] : [])));
  return history.flatMap((line) => {
    const asked = began.get(line.n);
    if (line.phase !== "unknown" || !asked) return [];
    return [`${asked.operation.name} unheard: ${line.why} after ${Math.round(line.at - asked.at)} ms`];
  });
}

async function isReady({ url }: App): Promise<void> {
  while (!(await fetch(`${url}/api/health/ready`).catch(() => null))?.ok) await after(20);
}

/** `drainMs`: from the last answer, or from the moment at which it takes nothing more, to its end. */
async function drain(app: App): Promise<{ status: number | null; drainMs: number }> {
  const began = Date.now();
  const status = await app.stop();
  const ended = Date.now();
  const answers = [...app.output().matchAll(/"time":"([^"]+)",[^\n]*"event":"answered"/g)];
  const last = Date.parse(answers.at(-1)?.[1] ?? "");
  const drainMs = ended - Math.max(began + SHUTDOWN_DELAY_SECONDS * 1_000, Number.isNaN(last) ? 0 : last);
  return { status, drainMs };
}
