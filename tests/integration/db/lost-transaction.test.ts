import { createServer, connect as open, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client.ts";
import { faultOf } from "#lib/core/log.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { freePort } from "#tests/support/ports.ts";

/** Before the database: passes on what comes, until it is cut, or falls silent and then also answers no FIN with its own. */
async function lineToDatabase() {
  const to = new URL(process.env.DATABASE_URL ?? "");
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = open(Number(to.port), to.hostname);
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (isSilent || into.write(bytes)));
      from.on("end", () => void (isSilent || into.end()));
      from.on("error", () => {});
    }
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = Object.assign(new URL(to), { hostname: "127.0.0.1", port: String(port) });
  return {
    url: url.href,
    cut,
    fallSilent: () => {
      isSilent = true;
    },
  };
}

const codeOf = (work: Promise<unknown>) =>
  withTimeout(3_000, work).then(
    () => "it ended well",
    (fault: unknown) => faultOf(fault).code,
  );

test("a transaction of a pool that is left ends at once, although a silent server never closes the connection", async () => {
  const line = await lineToDatabase();
  const db = connect(line.url, { max: 1 });
  const asked = Promise.withResolvers<void>();
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    line.fallSilent();
    const silent = tx.execute(sql`SELECT 2`);
    asked.resolve();
    await silent;
  });
  const ended = codeOf(transaction);
  await asked.promise;
  void db.$client.end({ timeout: 0 });
  expect(await ended).toBe("CONNECTION_DESTROYED");
});

test("a transaction whose connection is lost fails with it, and the next statement has nothing of it", async () => {
  const line = await lineToDatabase();
  const db = connect(line.url, { max: 1 });
  onTestFinished(() => db.$client.end());
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    line.cut();
    await tx.execute(sql`SELECT 2`);
  });
  expect(await codeOf(transaction)).toBe("CONNECTION_CLOSED");
  const [row] = await db.execute<{ isOpen: boolean }>(sql`SELECT now() <> statement_timestamp() AS "isOpen"`);
  expect(row).toEqual({ isOpen: false });
});
