import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { configurationProblems } from "#lib/eid/read-providers.ts";
import { readEnvironment, SECRETS } from "#lib/runtime/secret-files.ts";
import { schema } from "#lib/runtime/settings.ts";
import { isProduction } from "#scripts/environment.mjs";

const folder = mkdtempSync(join(tmpdir(), "ageway-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("a secret is read from its file, without the line end that an editor adds; what is empty is not set", () => {
  const DATABASE_URL_FILE = file("url", "postgres://ageway:pass word@db.example/ageway\n");
  const { env, problems } = readEnvironment({ DATABASE_URL_FILE, PORT: "80", HOST: " " });
  expect(problems).toEqual([]);
  expect(env).toEqual({ DATABASE_URL: "postgres://ageway:pass word@db.example/ageway", PORT: "80" });
});

test("a missing or empty file, and a setting that is given twice, are problems that say no secret", () => {
  const given = {
    AGEWAY_KEYS_FILE: join(folder, "nowhere"),
    SMTP_URL_FILE: file("empty", " \n"),
    REDIS_URL: "redis://:hunter2@redis.example:6379",
    REDIS_URL_FILE: file("redis", "redis://:hunter3@redis.example:6379"),
    EID_S_CLIENT_SECRET_FILE: folder,
  };
  const { env, problems } = readEnvironment(given);
  expect(env).toEqual(given);
  expect(problems).toEqual([
    `AGEWAY_KEYS_FILE cannot be read (ENOENT): ${given.AGEWAY_KEYS_FILE}`,
    `SMTP_URL_FILE is empty: ${given.SMTP_URL_FILE}`,
    "REDIS_URL_FILE is set, and so is the setting itself: keep one of the two",
    `EID_S_CLIENT_SECRET_FILE cannot be read (EISDIR): ${folder}`,
  ]);
  expect(configurationProblems(given)).toEqual(expect.arrayContaining(problems));
});

test.for(["DATABASE_URL_FILE", "DATABASE_OWNER_URL_FILE", "AGEWAY_KEYS_FILE", "EID_S_CLIENT_SECRET_FILE"])(
  "%s alone starts no demo, even if there is no such file",
  (name) => {
    expect(isProduction({ [name]: "/nowhere" })).toBe(true);
  },
);

test("every setting whose name says that it holds a secret may be in a file, and only settings may", () => {
  const ours = Object.keys(schema.shape);
  const named = ours.filter((name) => /SECRET|KEYS|_URL$/.test(name) && name !== "BASE_URL");
  expect(SECRETS.filter((name) => !name.startsWith("EID_")).toSorted()).toEqual(named.toSorted());
});
