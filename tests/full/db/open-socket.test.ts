import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
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
    const db = connect(databaseAt(url + query), { max: 2, onClose: () => {} });
    onTestFinished(() => db.$client.end({ timeout: 0 }));
    const closed = { cause: { code: "CLOSED_AT_ONCE" } };
    await expect(db.execute(sql`SELECT 1`)).rejects.toMatchObject(closed);
    await expect(db.execute(sql`SELECT 1`)).rejects.toMatchObject(closed);
  }
  expect(count()).toBeLessThan(3);
});

test.for([
  ["PostgreSQL asks who we are", "?sslmode=disable", (socket: Socket) => socket.end("R"), "CONNECTION_CLOSED"],
  ["TLS begins", "?sslmode=require", (socket: Socket) => socket.end("S"), "ECONNRESET"],
] as const)("a connection that closes while %s fails its statement, and is not opened again", async (given) => {
  const [, query, answers, code] = given;
  const { url, count } = await serverThat(answers);
  const db = connect(databaseAt(url + query), { max: 1 });
  onTestFinished(() => db.$client.end({ timeout: 0 }));
  await expect(db.execute(sql`SELECT 1`)).rejects.toMatchObject({ cause: { code } });
  expect(count()).toBe(1);
});

test.for([
  ["closes connections", (socket: Socket) => socket.end(), /CLOSED_AT_ONCE.*DATABASE_OWNER_URL closes each connection/],
  ["takes connections and says nothing", () => {}, /CONNECT_TIMEOUT.*DATABASE_OWNER_URL/],
] as const)("a first start says what is wrong with an address that %s, without the password", async (given) => {
  const [, answers, words] = given;
  const { url } = await serverThat(answers);
  const preparation = startPreparation();
  onTestFinished(() => void preparation.end());
  const refusal = await preparation.ask("checkDatabase", url, "DATABASE_OWNER_URL").then(
    () => expect.unreachable("it worked"),
    ({ message }: Error) => message,
  );
  expect(refusal).toMatch(words);
  expect(refusal).not.toContain("hunter2");
});
