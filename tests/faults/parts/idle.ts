import { Agent, request } from "node:https";
import { setTimeout as after } from "node:timers/promises";
import { browserOver } from "#tests/support/browser.ts";
import { freePort } from "#tests/support/ports.ts";
import { startProxy } from "#tests/support/proxy.ts";
import { type CallingShop, call, newOrder } from "../call.ts";
import type { History } from "../history.ts";
import type { HttpAnswer, Sent } from "../http.ts";
import { exactly, type FaultPart, historyOf, judge, type ReportRow, rounds } from "../part.ts";
import { inFaultWorld } from "../world.ts";

const POSTS = 10_000;
const LONGEST_MS = 120_000;
/** Of one burst: as many as nginx keeps connections to Ageway. */
const VISITORS = 64;
/** Each idles by itself, and so do its connections to Ageway; they take turns of the two minutes beside each other. */
const PROXIES = 32;

/** Visitors open the page of a link, everything idles for 0 to 120 seconds, and then they press its button. */
export const idle: FaultPart = async (options) => {
  const part = "idle";
  const port = await freePort();
  const bursts = Math.ceil(rounds(POSTS, options) / VISITORS);
  const proxies = await Promise.all(Array.from({ length: Math.min(PROXIES, bursts) }, () => startProxy("nginx", port)));
  try {
    return await inFaultWorld({ baseUrl: proxies[0]?.url ?? "" }, async (world) => {
      const app = await world.start({ TRUSTED_PROXIES: "loopback" }, port);
      const history = historyOf(part, options);
      const statuses = new Map<string, number>();
      let waiting = Array.from({ length: bursts }, (_, n) => (LONGEST_MS * n) / Math.max(1, bursts - 1));
      waiting = waiting.toSorted(() => Math.random() - 0.5);
      const burstAndBurst = async (origin: string) => {
        for (let idleMs = waiting.pop(); idleMs !== undefined; idleMs = waiting.pop()) {
          const heard = await burst(origin, history, world.shops.careless, idleMs);
          for (const status of heard) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(proxies.map(({ url }) => burstAndBurst(url)));
      options.print(`  ${JSON.stringify([...statuses])}`);
      const status = await app.stop();
      const sent = bursts * VISITORS;
      const rows: ReportRow[] = [
        exactly(part, "POSTs after 0 to 120 s without a call that were 502", statuses.get("502") ?? 0, 0),
        exactly(part, "POSTs that went on to the eID", statuses.get("303") ?? 0, sent),
        exactly(part, "status of the app, at SIGTERM", status ?? -1, 0),
      ];
      return [...rows, ...(await judge(part, history, world, options))];
    });
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  }
};

/** The statuses of the presses. A visitor's browser keeps its connection, and opens another where nginx has closed it. */
async function burst(origin: string, history: History, shop: CallingShop, idleMs: number): Promise<string[]> {
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  // One after the other: of all proxies together these are enough at once.
  while (opened.length < VISITORS) opened.push(await open(origin, history, shop));
  await after(idleMs);
  return Promise.all(
    opened.map(async ({ post, leave }) => {
      const answer = await post().catch((fault: NodeJS.ErrnoException) => ({ status: fault.code ?? fault.message }));
      leave();
      return String(answer.status);
    }),
  );
}

/** A visitor in front of the page of a link. */
async function open(origin: string, history: History, shop: CallingShop) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  const send = (path: string, sent: Sent = {}) => ask(origin, agent, path, sent);
  const browser = browserOver(send);
  const order = newOrder(shop, "b", true);
  let called = await call(send, history, order);
  while (!called.ok) {
    if (!called.repeat) throw new Error("A call was refused");
    await after(100);
    called = await call(send, history, order);
  }
  const { url } = called.link;
  await browser.go(url);
  return { post: () => browser.go(`${url}&do=confirm`, "POST"), leave: () => agent.destroy() };
}

/** Sent again on a new connection where nginx closed the old one meanwhile, as browsers do. */
function ask(origin: string, agent: Agent, path: string, { method = "GET", headers = {} }: Sent): Promise<HttpAnswer> {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, origin), { method, headers, agent }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      done({ status: response.statusCode ?? 0, headers: new Headers(pairs), text });
    });
    sent.once("error", (fault) => {
      if (sent.reusedSocket) ask(origin, agent, path, { method, headers }).then(done, fail);
      else fail(fault);
    });
    sent.end();
  });
}
