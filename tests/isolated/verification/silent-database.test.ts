import { expect, onTestFinished, test } from "vitest";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { muffler } from "#tests/support/muffler.ts";
import { organization } from "#tests/support/organization.ts";

const line = await muffler(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = line.url;

test("calls leave connections that fell silent, and go on as soon as new ones are answered", async () => {
  onTestFinished(line.close);
  const shop = await organization();
  const [start, question] = [() => generate("b", shop), () => check("A".repeat(43), newDevice())];
  const statuses = async () => (await Promise.all([start(), question()])).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 404]);
  line.fallSilent();
  expect(await statuses()).toEqual([503, 503]);
  // The old connections stay silent.
  line.takeNewConnections();
  await expect.poll(statuses).toEqual([200, 404]);
});
