import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SECRETS } from "#lib/runtime/secret-files.ts";
import { settingNames, stopSeconds } from "#tests/support/settings.ts";

const unit = readFileSync("deploy/ageway@.service", "utf8");
const migration = readFileSync("deploy/ageway-migrate.service", "utf8");
const valuesOf = (name: string, of = unit) =>
  [...of.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
const folder = mkdtempSync(join(tmpdir(), "ageway-systemd-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform === "linux")(
  "systemd reads the unit without a complaint, and rates it as well enclosed",
  () => {
    const file = join(folder, "ageway@3000.service");
    writeFileSync(file, unit.replaceAll("/opt/ageway", folder).replace("/usr/bin/node", process.execPath));
    const before = migration.replaceAll("/opt/ageway", folder).replace(`${folder}/cli/ageway`, process.execPath);
    writeFileSync(join(folder, "ageway-migrate.service"), before);
    const analyze = (...words: string[]) => {
      const done = spawnSync("systemd-analyze", [...words, file], { encoding: "utf8" });
      if (done.error)
        throw new Error("This test needs systemd-analyze on the PATH. On Debian: apt-get install systemd");
      return { status: done.status, output: done.stdout + done.stderr };
    };
    expect(analyze("verify", "--man=no")).toEqual({ status: 0, output: "" });
    const rated = analyze("security", "--offline=true", "--threshold=20", "--no-pager");
    expect(rated.status, rated.output).toBe(0);
  },
);

test("it has time to stop, and only the process that starts the others is told to", () => {
  expect([valuesOf("KillMode"), valuesOf("KillSignal"), valuesOf("Restart")]).toEqual([
    ["mixed"],
    ["SIGTERM"],
    ["always"],
  ]);
  expect(Number(valuesOf("TimeoutStopSec"))).toBeGreaterThan(stopSeconds());
});

test("it may write to its own folder alone", () => {
  expect([
    valuesOf("ProtectSystem"),
    valuesOf("NoNewPrivileges"),
    valuesOf("DynamicUser"),
    valuesOf("StateDirectory"),
  ]).toEqual([["strict"], ["yes"], ["yes"], ["ageway/%i"]]);
});

test("the unit that runs before it alone gets the login of the owner, and is enclosed as it is", () => {
  expect(unit).not.toContain("database_owner_url");
  expect(valuesOf("LoadCredential", migration).join()).toContain("database_owner_url:");
  for (const name of ["Wants", "After"]) expect(valuesOf(name).join()).toContain("ageway-migrate.service");
  const enclosure = /^NoNewPrivileges=yes$.+?^# No MemoryDenyWriteExecute/ms;
  expect(enclosure.exec(migration)?.[0]).toEqual(enclosure.exec(unit)?.[0]);
});

test.for([unit, migration])("settings are settings, and each secret is a credential that it loads", (of) => {
  const given = valuesOf("Environment", of).flatMap((line) => line.split(" ").map((pair) => pair.split("=")));
  const credentials = valuesOf("LoadCredential", of).map((line) => line.split(":")[0]);
  const secrets = given.filter(([name = ""]) => name.endsWith("_FILE"));
  expect(secrets.map(([, value]) => value).toSorted()).toEqual(credentials.map((name) => `%d/${name}`).toSorted());
  for (const [name = ""] of secrets) expect(SECRETS).toContain(name.replace(/_FILE$/, ""));
  for (const [name = ""] of given.filter(([name = ""]) => !name.endsWith("_FILE") && name !== "NODE_ENV"))
    expect(settingNames()).toContain(name);
});
