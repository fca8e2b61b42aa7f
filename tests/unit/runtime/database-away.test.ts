import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const PROGRAM = `
import { logDatabaseAway, logDatabaseBack } from "#lib/runtime/database-away.ts";
let now = 0;
performance.now = () => now;
const refused = Object.assign(new Error(), { code: "ECONNREFUSED" });
logDatabaseBack();
for (let n = 0; n < 9; n++) logDatabaseAway(refused);
now = 4_000;
logDatabaseAway(refused);
now = 30_000;
for (let n = 0; n < 9; n++) logDatabaseBack();
for (let n = 0; n < 9; n++) {
  logDatabaseAway(refused);
  logDatabaseBack();
}
now = 60_000;
logDatabaseAway(refused);
logDatabaseBack();
`;

test("an outage of the database is a line when it begins and one when it ends, however often it is noticed, and one that comes and goes is as few", () => {
  const options = { env: { ...process.env, LOG_LEVEL: "info" }, encoding: "utf8" } as const;
  const lines = execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], options);
  const events = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { event: "database_away", code: "ECONNREFUSED", times: 1 },
    { event: "database_back", afterSeconds: 4 },
    { event: "database_away", code: "ECONNREFUSED", times: 19 },
    { event: "database_back", afterSeconds: 0 },
  ]);
});
