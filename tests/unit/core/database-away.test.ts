import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const PROGRAM = `
import { logDatabaseAway, logDatabaseBack } from "#lib/core/database-away.ts";
const refused = Object.assign(new Error(), { code: "ECONNREFUSED" });
logDatabaseBack();
for (let n = 0; n < 9; n++) logDatabaseAway(refused);
for (let n = 0; n < 9; n++) logDatabaseBack();
logDatabaseAway(refused);
`;

test("an outage of the database is a line when it begins and one when it ends, however often it is noticed", () => {
  const options = { env: { ...process.env, LOG_LEVEL: "info" }, encoding: "utf8" } as const;
  const lines = execFileSync(process.execPath, ["--input-type=module", "--eval", PROGRAM], options);
  const events = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { event: "database_away", code: "ECONNREFUSED", times: 1 },
    { event: "database_back", afterSeconds: 0 },
    { event: "database_away", code: "ECONNREFUSED", times: 1 },
  ]);
});
