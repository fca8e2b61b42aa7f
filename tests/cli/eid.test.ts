import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactEncrypt, importJWK, type JWK, jwtVerify } from "jose";
import { afterAll, expect, test } from "vitest";
import { eidJwks } from "#lib/doctor/eid-jwks.ts";
import { readProvider } from "#lib/eid/configuration.ts";
import { KEY_ALGS } from "#lib/eid/make-key.ts";
import { publicKeys } from "#lib/eid/public-keys.ts";
import { readEnvironment } from "#lib/runtime/secret-files.ts";
import { ageway, agewayJson as json, spawnAgeway } from "#tests/support/command.ts";
import { blocksOf } from "#tests/support/document-block.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";

const eid = await startScriptedEid();
const folder = mkdtempSync(join(tmpdir(), "ageway-eid-key-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await eid.close();
});

async function keysOf(settings: Record<string, string>): Promise<JWK[]> {
  return (await eidJwks("s", settings)).keys;
}

test.for(KEY_ALGS.signing)("a signing key for %s proves to an eID who we are", async (alg) => {
  const { out, err, status } = await ageway(["eid", "key", "signing", "--alg", alg]);
  expect([status, err]).toEqual([0, expect.stringContaining("EID_S_PRIVATE_KEY_FILE")]);
  const { kid } = JSON.parse(out);
  const secret = { CLIENT_SECRET: "", PRIVATE_KEY: out };
  const heard: string[] = [];
  eid.hears((body) => heard.push(body));
  expect(await eid.verified(eid.provider(secret), {})).toMatchObject({ 18: true });
  const [own = {}, ...others] = await keysOf({ EID_S_PRIVATE_KEY: out });
  expect(own).toMatchObject({ kid, alg, use: "sig" });
  const assertion = new URLSearchParams(heard[0]).get("client_assertion") ?? "";
  const { protectedHeader } = await jwtVerify(assertion, await importJWK(own, alg));
  expect(protectedHeader).toMatchObject({ kid, alg });
  expect(others).toEqual([]);
  expect(Object.keys(own).filter((field) => ["d", "p", "q", "dp", "dq", "qi", "k"].includes(field))).toEqual([]);
});

test.for(KEY_ALGS.encryption)("an encryption key for %s opens what an eID encrypts to its public half", async (alg) => {
  const { out, err } = await ageway(["eid", "key", "encryption", "--alg", alg]);
  expect(err).toContain("EID_S_DECRYPTION_KEYS_FILE");
  const [own] = await keysOf({ EID_S_DECRYPTION_KEYS: out });
  expect(own).toMatchObject({ alg, use: "enc" });
  const key = await importJWK(own ?? {}, alg);
  eid.wrapping((token) =>
    new CompactEncrypt(new TextEncoder().encode(token))
      .setProtectedHeader({ alg, enc: "A256GCM", kid: own?.kid ?? "", cty: "JWT" })
      .encrypt(key),
  );
  const us = eid.provider({ DECRYPTION_KEYS: out, CONTENT_ENCRYPTION: "A256GCM" });
  expect(await eid.verified(us, {})).toMatchObject({ 18: true });
  eid.wrapping(async (token) => token);
});

test("without --alg a key is RSA of 3,072 bits, and no two keys share a kid", async () => {
  const made = await Promise.all([1, 2].map(() => json<JWK>("eid", "key", "signing")));
  expect(made.map(({ alg, n = "" }) => [alg, Buffer.from(n, "base64url").length * 8])).toEqual([
    ["RS256", 3072],
    ["RS256", 3072],
  ]);
  expect(new Set(made.map(({ kid }) => kid)).size).toBe(2);
  expect(await json<JWK[]>("eid", "key", "encryption")).toMatchObject([{ alg: "RSA-OAEP-256" }]);
});

test("a key goes to a new file that only its owner reads, and the terminal has nothing of it", async () => {
  const file = join(folder, "signing.json");
  const words = ["eid", "key", "signing", "--alg", "ES256", "--out", file];
  const { status, out, err } = await ageway(words);
  const { kid, d } = JSON.parse(readFileSync(file, "utf8"));
  expect([status, err]).toEqual([0, ""]);
  expect(out).toContain(`The key ${kid} is in ${file}`);
  expect(out).not.toContain(d);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, "utf8");
  expect(await ageway(words)).toMatchObject({ status: 2, err: expect.stringContaining("It is there already") });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(await keysOf({ EID_S_PRIVATE_KEY_FILE: file })).toMatchObject([{ kid }]);
});

test("the list is that of the server", async () => {
  expect(await json("eid", "jwks")).toEqual(await publicKeys());
});

test("the list needs keys and no other setting, and one eID has its own alone", async () => {
  const { out: key } = await ageway(["eid", "key", "signing", "--alg", "ES256"]);
  const env = { EID_S_PRIVATE_KEY: key, EID_B_CLIENT_SECRET: "secret", DATABASE_URL: "" };
  const { status, out } = await spawnAgeway(["eid", "jwks", "s"], env);
  expect([status, JSON.parse(out).keys]).toEqual([0, [expect.objectContaining({ kid: JSON.parse(key).kid })]]);
  await expect(eidJwks("b", env)).rejects.toThrow("EID_B_PRIVATE_KEY and EID_B_DECRYPTION_KEYS are missing");
});

test("with the chapter's commands and settings, the Finnish preset holds", async () => {
  const commands = blocksOf(readFileSync("docs/operate/eid.md", "utf8"))
    .flatMap(({ code }) => code.trimEnd().split("\n"))
    .filter((line) => line.startsWith("npx ageway "));
  const files = [];
  for (const command of commands) {
    const words = command.split(" ").slice(2);
    files.push(join(folder, words.pop() ?? ""));
    expect(await ageway([...words, files.at(-1) ?? ""])).toMatchObject({ status: 0, err: "" });
  }
  const [signing = "", encryption = ""] = files;
  const settings = {
    EID_S_PRESET: "ftn-idura",
    EID_S_ISSUER: "https://shop.idura.broker",
    EID_S_CLIENT_ID: "given",
    EID_S_PRIVATE_KEY_FILE: signing,
    EID_S_DECRYPTION_KEYS_FILE: encryption,
    EID_S_CONTENT_ENCRYPTION: "A128GCM",
  };
  expect(readProvider(readEnvironment(settings).env, "EID_S")).toMatchObject({ ok: true });
  expect(await keysOf(settings)).toMatchObject([{ use: "sig" }, { use: "enc" }]);
});

test.for([
  ["a PEM", { EID_S_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\nMIIB\n" }, "EID_S_PRIVATE_KEY is a PEM"],
  ["a public key", { EID_S_DECRYPTION_KEYS: '[{"kty":"EC","kid":"a"}]' }, "EID_S_DECRYPTION_KEYS must be"],
  ["a file that is not there", { EID_S_PRIVATE_KEY_FILE: "/no/such" }, "EID_S_PRIVATE_KEY_FILE cannot be read"],
  ["nothing at all", {}, "ageway eid key makes one"],
] as const)("%s instead of a private key is told, with what to do", async ([, settings, words]) => {
  await expect(eidJwks("s", settings)).rejects.toThrow(words);
});

test.for([
  [["key", "everything"]],
  [["key", "signing", "--alg", "ECDH-ES"]],
  [["key", "encryption", "--alg", "RSA1_5"]],
  [["key", "signing", "--out", "/no/such/folder/key.json"]],
  [["jwks", "mitid-idura"]],
])("eid %j is not understood", async ([args]) => {
  const { status, out } = await ageway(["eid", ...(args ?? [])]);
  expect([status, out]).toEqual([2, ""]);
});
