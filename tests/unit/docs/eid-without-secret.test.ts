import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { configurationProblems } from "#lib/eid/read-providers.ts";
import { SECRETS } from "#lib/runtime/secret-files.ts";
import { blocksOf } from "#tests/support/document-block.ts";

const folder = mkdtempSync(join(tmpdir(), "ageway-without-secret-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OVERRIDES = [
  ...blocksIn("docs/operate/install.md", "yaml").map((text) => ({ text, eid: /EID_B_/.test(text) ? "b" : "s" })),
];
const DROP_INS = [...blocksIn("docs/operate/install.md", "ini"), ...blocksIn("docs/operate/deploy.md", "ini")].filter(
  (text) => text.startsWith("[Service]"),
);

function blocksIn(path: string, wanted: string): string[] {
  return blocksOf(readFileSync(path, "utf8")).flatMap(({ language, code }) => (language === wanted ? [code] : []));
}

test("install.md has an override for an eID with a key, and for one of EID_B alone", () => {
  expect(OVERRIDES.map(({ eid }) => eid)).toEqual(["s", "b"]);
  expect(DROP_INS).toHaveLength(2);
});

/** What the secrets of a container hold, in the files that `deploy/secrets.sh` and the operator make. */
const CONTENTS: Record<string, string> = {
  ageway_keys: randomBytes(32).toString("base64url"),
  database_url: "postgres://ageway_login:password@database:5432/ageway",
  database_owner_url: "postgres://ageway_owner:password@database:5432/ageway",
  eid_s_client_secret: "",
  eid_s_private_key: JSON.stringify(
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  ),
  eid_b_client_secret: "of the eID",
};
const OF_ENV: Record<string, string> = {
  BASE_URL: "https://age.example",
  EID_S_ISSUER: "https://broker.example",
  EID_S_CLIENT_ID: "ageway",
};
const OF_AGEWAY_ENV = { EID_B_ISSUER: "https://broker.example", EID_B_CLIENT_ID: "b", EID_B_PRESET: "mitid-idura" };

test.for(OVERRIDES)(
  "with the override of install.md for EID_$eid, compose gives settings that hold",
  ({ text, eid }) => {
    const compose = parse(readFileSync("compose.yml", "utf8"));
    const override = parse(text);
    const { environment, secrets } = override.services.ageway;
    const env = environmentOf({ ...compose.services.ageway.environment, ...environment });
    expect(configurationProblems(eid === "b" ? { ...OF_AGEWAY_ENV, ...env } : env)).toEqual([]);
    expect(Object.keys(override.secrets)).toEqual(secrets);
    for (const name of secrets) expect(override.secrets[name]).toEqual({ file: `secrets/${name}` });
  },
);

test("without the override, the client secret that is left empty is a problem", () => {
  const { environment } = parse(readFileSync("compose.yml", "utf8")).services.ageway;
  expect(configurationProblems(environmentOf(environment)).join("\n")).toMatch(/^EID_S_CLIENT_SECRET_FILE is empty/m);
});

/** As compose fills in what `.env` has, with the secrets in a folder of this test. */
function environmentOf(given: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(CONTENTS)) writeFileSync(join(folder, name), text);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      String(value)
        .replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/, (_, setting, standard) => OF_ENV[setting] ?? standard ?? "")
        .replace("/run/secrets", folder),
    ]),
  );
}

test.for(DROP_INS)("a drop-in of systemd hands over secrets that are settings: %s", (text) => {
  const files = [...text.matchAll(/^LoadCredential=(\w+):\/etc\/ageway\/secrets\/(\w+)$/gm)];
  expect(files.length).toBeGreaterThan(0);
  for (const [, name = "", file] of files) {
    expect(file).toBe(name);
    expect(SECRETS).toContain(name.toUpperCase());
  }
  const unit = readFileSync("deploy/ageway@.service", "utf8");
  for (const [, setting = "", name] of text.matchAll(/(\w+)_FILE=%d\/(\w+)/g)) {
    expect(name).toBe(setting.toLowerCase());
    expect(files.map(([, one]) => one)).toContain(name);
  }
  // What the drop-in does not drop, the unit has.
  if (/^LoadCredential=$/m.test(text))
    for (const [, name = ""] of unit.matchAll(/^LoadCredential=(\w+):/gm))
      expect(text).toMatch(new RegExp(`^LoadCredential=${name}:|${name.toUpperCase()}_FILE=(?= )`, "m"));
});
