import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client.ts";
import { startPreparation } from "#scripts/preparation.mjs";

/** A server that is no PostgreSQL: what it does with each connection that sends something, and how many there were. */
async function serverThat(answers: (socket: Socket) => void) {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.on("error", () => {}).once("data", () => answers(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `postgres://login:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/ageway`;
  return { url, count: () => count };
}

test.for([
  ["closes each connection", "", (socket: Socket) => socket.end()],
  ["closes each connection that asks for TLS", "?sslmode=require", (socket: Socket) => socket.end()],
  ["answers in HTTP", "", (socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
] as const)("where a server %s, statements fail at once, and one connection a second is tried", async (given) => {
  const [, query, answers] = given;
  const { url, count } = await serverThat(answers);
  for (let n = 0; n < 5; n++) {
    const db = connect(url + query, { max: 2, onClose: () => {} });
    onTestFinished(() => db.$client.end({ timeout: 0 }));
    const closed = { cause: { code: "CLOSED_AT_ONCE" } };
    await expect(db.execute(sql`SELECT 1`)).rejects.toMatchObject(closed);
    await expect(db.execute(sql`SELECT 1`)).rejects.toMatchObject(closed);
  }
  expect(count()).toBeLessThan(3);
});

test("a connection that closes while PostgreSQL asks who we are fails its statement", async () => {
  const { url } = await serverThat((socket) => socket.end("R"));
  const db = connect(url, { max: 1 });
  onTestFinished(() => db.$client.end({ timeout: 0 }));
  await expect(db.execute(sql`SELECT 1`)).rejects.toMatchObject({ cause: { code: "CONNECTION_CLOSED" } });
});

test("a start says what is wrong with an address that closes connections, without the password", async () => {
  const { url } = await serverThat((socket) => socket.end());
  const preparation = startPreparation();
  onTestFinished(() => void preparation.end());
  const refusal = await preparation.ask("checkDatabase", url, "DATABASE_OWNER_URL").then(
    () => expect.unreachable("it worked"),
    ({ message }: Error) => message,
  );
  expect(refusal).toMatch(/CLOSED_AT_ONCE.*DATABASE_OWNER_URL closes each connection/);
  expect(refusal).not.toContain("hunter2");
});
