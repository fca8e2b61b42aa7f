import { once } from "node:events";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect as connectTo, type Transaction } from "#db/client.ts";
import { startApp } from "#tests/support/app.ts";
import { generate, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { holdingOrganizations, somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { freePort } from "#tests/support/ports.ts";
import { proof } from "#tests/support/visitor.ts";

/** Fewer than the port lets wait. */
const CALLERS = 40;
/** Too few for a batch of their own beside one that runs. */
const BEHIND = 12;

let app: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  app = await startApp(inject("env"), await freePort());
  process.env.SERVER_URL = app.url;
});
afterAll(async () => {
  delete process.env.SERVER_URL;
  await app?.kill();
});

/** Callers who have sent a whole request. `leave`: as a program does that ends. */
async function callers(count: number, path: () => string) {
  const sockets = Array.from({ length: count }, () =>
    connect(Number(new URL(app.url).port), "127.0.0.1").on("error", () => {}),
  );
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const heard: string[] = [];
  for (const socket of sockets)
    socket.on("data", (text) => heard.push(String(text))).write(`GET ${path()} HTTP/1.1\r\nHost: age.example\r\n\r\n`);
  return {
    heard,
    async leave() {
      const left = sockets.map((socket) => once(socket.end(), "finish"));
      await Promise.all(left);
      for (const socket of sockets) socket.destroy();
    },
  };
}

const callOf =
  ({ key, domain }: { key: string; domain: string }) =>
  () =>
    `/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`;

/** The server has read what was sent before: it accepts connections in their order, and this one is new. */
async function hasRead(): Promise<void> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.write("GET /api/health/live HTTP/1.1\r\nHost: age.example\r\n\r\n");
  await once(socket, "data");
  socket.destroy();
}

/** Holds back the batches of calls: nothing else reads secrets. */
async function holdingCalls<Result>(run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const url = new URL(inject("ownerUrl"));
  url.pathname = new URL(inject("env").DATABASE_URL ?? "").pathname;
  const owner = connectTo(databaseAt(url.href), { max: 1 });
  try {
    return await owner.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE plugin_key_secret IN ACCESS EXCLUSIVE MODE`);
      return run(tx);
    });
  } finally {
    await owner.$client.end();
  }
}

test("a process that stood still bills none of the calls whose callers have left meanwhile", async () => {
  const shop = await newOrganization();
  expect((await generate("b", shop)).status).toBe(200);
  for (let round = 0; round < 5; round += 1) {
    process.kill(app.pid ?? 0, "SIGSTOP");
    const { leave } = await callers(CALLERS, callOf(shop));
    await leave();
    process.kill(app.pid ?? 0, "SIGCONT");
    await hasRead();
  }
  // Its batch comes after all that could be theirs.
  expect((await generate("b", shop)).status).toBe(200);
  expect(await shop.billed()).toBe(2);
});

/** Who calls while `hold` keeps the first call waiting: that one, those behind it who leave, and one of them who stays. */
async function statusesWhile(hold: (run: (tx: Transaction) => Promise<Asked>) => Promise<Asked>, shop: Shop) {
  const { answers, behind } = await hold(async (tx) => {
    const first = generate("b", shop);
    await somebodyWaitsFor(tx);
    const behind = await callers(BEHIND, callOf(shop));
    const stays = generate("b", shop);
    await hasRead();
    await behind.leave();
    await hasRead();
    return { answers: [first, stays], behind };
  });
  return { statuses: (await Promise.all(answers)).map(({ status }) => status), heard: behind.heard };
}
type Shop = Awaited<ReturnType<typeof newOrganization>>;
type Asked = { answers: ReturnType<typeof generate>[]; behind: Awaited<ReturnType<typeof callers>> };

test("a batch that the database holds back is billed, and no call behind it whose caller has left", async () => {
  const shop = await newOrganization();
  expect(await statusesWhile(holdingCalls, shop)).toEqual({ statuses: [200, 200], heard: [] });
  expect(await shop.billed()).toBe(2);
});

test("of the calls that wait for the lock of their organization, those that have begun to wait are billed, and none behind them whose caller has left", async () => {
  const shop = await newOrganization();
  expect((await generate("b", shop)).status).toBe(200);
  const hold = (run: (tx: Transaction) => Promise<Asked>) => holdingOrganizations([shop], run);
  expect(await statusesWhile(hold, shop)).toEqual({ statuses: [200, 200], heard: [] });
  expect(await shop.billed()).toBe(3);
});

test("a token whose only question has left is not redeemed", async () => {
  const { token, device, shop } = await proof();
  const question = () => `/api/auth_check/${token}/${device}?plugin_key=${shop.key}&once=1`;
  process.kill(app.pid ?? 0, "SIGSTOP");
  const { leave } = await callers(1, question);
  await leave();
  process.kill(app.pid ?? 0, "SIGCONT");
  await hasRead();
  expect((await send(question())).body).toMatchObject({ verified: true });
});
