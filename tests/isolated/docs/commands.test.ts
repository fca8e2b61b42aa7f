import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeySecret } from "#lib/keys/key-secret.ts";
import { ageway, agewayJson } from "#tests/support/command.ts";
import { blocksOf } from "#tests/support/document-block.ts";
import { generate } from "#tests/support/gateway.ts";
import { IMAGES } from "#tests/support/images.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { ownerUrl } from "#tests/support/owner.ts";

// Plans and the ledger are everybody's, so this file has a database of its own.
const folder = mkdtempSync(join(tmpdir(), "ageway-commands-"));
beforeAll(async () => {
  await enterOwnDatabase();
  writeFileSync(join(folder, "logo.png"), IMAGES.png);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The operator's commands in the blocks of a document, each as its words, without the remark behind it. */
function commandsOf(path: string): string[][] {
  return blocksOf(readFileSync(path, "utf8"))
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.trimEnd().split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").match(/"[^"]*"|\S+/g) ?? [])
    .map(([, , ...words]) => words.map((word) => word.replace(/^"(.*)"$/, "$1")));
}

/** What a command is given for the names in angle brackets, each time of its own: an organization with a key, and so on. */
const FACTS: Record<string, (shop: Awaited<ReturnType<typeof newOrganization>>) => Promise<string> | string> = {
  "<organization>": ({ id }) => id,
  "<key>": ({ key }) => key,
  "<event>": async (shop) => {
    await generate("b", shop);
    const { rows } = await agewayJson<{ rows: { id: string }[] }>("ledger", "list", shop.id);
    return String(rows[0]?.id);
  },
  "<email>": async ({ id, host }) => {
    for (const name of ["leaves", "stays"]) await agewayJson("owner", "add", id, `${name}@${host}`);
    return `leaves@${host}`;
  },
  "logo.png": () => join(folder, "logo.png"),
};
/** Their operator knows another answer than done: DNS has no such record. */
const MAY_FAIL = new Set(["domain check"]);
/** What the chapter says to have, for these. */
const needsOf = (name: string): Record<string, string> =>
  name === "user erase" ? { DATABASE_OWNER_URL: ownerUrl() } : {};

test.for(["docs/operate/organizations.md", "docs/operate/billing.md"])(
  "each command of %s does what it says",
  async (path) => {
    const commands = commandsOf(path);
    expect(commands.length).toBeGreaterThan(5);
    for (const words of commands) {
      const name = words.slice(0, 2).join(" ");
      const shop = await newOrganization({ domain: name === "ledger reverse" ? "verified" : "unverified" });
      if (name === "domain check") await agewayJson("domain", "claim", shop.id, "shop.example");
      if (words.includes("lock")) await addKeySecret({ kind: "operator" }, shop.key);
      const given = await Promise.all(words.map(async (word) => (await FACTS[word]?.(shop)) ?? word));
      const { status, err } = await ageway(given, needsOf(name));
      expect([words.join(" "), MAY_FAIL.has(name) ? 0 : status, err]).toEqual([words.join(" "), 0, expect.any(String)]);
    }
  },
);
