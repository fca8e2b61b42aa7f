import { expect, inject, test } from "vitest";
import { activityOf, recordedCodes } from "#tests/support/activity.ts";
import { NO_DATABASE, startApp } from "#tests/support/app.ts";
import { generate, NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, started } from "#tests/support/visitor.ts";

test("a server that is stopped writes what waits first, whichever of its doors it came through", async () => {
  const app = await startApp(inject("env"), await freePort());
  process.env.SERVER_URL = app.url;
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const visitor = browser();
  await visitor.go(url, "GET", NAVIGATION);
  await visitor.go(`${url}&do=leave`, "POST");
  await app.stop();
  expect(await recordedCodes(shop)).toEqual(["call accepted", "step opened", "step not_confirmed"]);
  expect(new Set((await activityOf(shop)).map(({ reference }) => reference)).size).toBe(1);
});

test("without a database calls are answered as ever, the log counts what was lost, and the server stops when it is told to", async () => {
  const app = await startApp({ ...inject("env"), ...NO_DATABASE, LOG_LEVEL: "warn" }, await freePort());
  process.env.SERVER_URL = app.url;
  const key = `pk_live_${"A".repeat(24)}`;
  // As many refused ones as are kept of one key in a minute.
  const calls = 120;
  const answers = await Promise.all(Array.from({ length: calls }, () => generate("b", { key, domain: null })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  await app.stop();
  const lost = app
    .output()
    .split("\n")
    .filter((line) => line.includes("activity_dropped"))
    .map((line) => (JSON.parse(line) as { count: number }).count);
  expect(lost.reduce((sum, count) => sum + count, 0)).toBe(calls);
});
