import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { faultOf } from "#lib/observe/log.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";

const CLOSED = { host: "127.0.0.1", port: 1 };
const address = databaseAt(process.env.DATABASE_URL ?? "");
const [server] = address.hosts;

async function answerOf(hosts: typeof address.hosts): Promise<string> {
  const db = connect({ ...address, hosts }, { max: 2 });
  onTestFinished(() => db.$client.end({ timeout: 0 }));
  const asked = Array.from({ length: 3 }, () => db.execute(sql`SELECT 1`));
  return Promise.all(asked).then(
    () => "works",
    (fault) => faultOf(fault).code ?? "no code",
  );
}

test("of several hosts, each in turn is tried until one takes writes", async () => {
  expect(await answerOf([CLOSED, server])).toBe("works");
  expect(await answerOf([server, CLOSED])).toBe("works");
  expect(await answerOf([CLOSED, { host: "nowhere.invalid", port: 5432 }, server])).toBe("works");
  expect(await answerOf([CLOSED, CLOSED])).toBe("ECONNREFUSED");
});

test("a host that says nothing keeps nobody from the next one", async () => {
  const line = await lineToDatabase();
  line.fallSilent();
  const [silent] = databaseAt(line.url).hosts;
  expect(await answerOf([silent, server])).toBe("works");
});

test("where none takes writes, one that answers is asked, and refuses writes in words", async () => {
  const db = connect(
    { ...address, hosts: [CLOSED, server] },
    { max: 1, settings: { default_transaction_read_only: "on" } },
  );
  onTestFinished(() => db.$client.end());
  const fault = await db.execute(sql`UPDATE organization SET name = name`).catch((fault) => faultOf(fault));
  expect(fault).toMatchObject({ code: "25006" });
});
