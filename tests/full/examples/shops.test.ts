import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { EXAMPLES, type ExampleShop, installExamples, startExample } from "#tests/support/example-shop.ts";
import { inFull } from "#tests/support/full.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { visitorOf } from "#tests/support/shop-visitor.ts";
import { homeAs } from "#tests/support/shopper.ts";

const examples = installExamples();
afterAll(examples.remove);

let settings: { agewayUrl: string; pluginKey: string };
beforeAll(async () => {
  const agewayUrl = await sharedApp();
  const { key } = await newOrganization({ mode: "test", subscription: "none", domain: "unverified" });
  settings = { agewayUrl, pluginKey: key };
});

async function open(name: ExampleShop) {
  const shop = await startExample(examples.folder, name, settings);
  onTestFinished(shop.stop);
  return { ...shop, visitor: () => visitorOf(shop.url) };
}

/** Goes to the checkout, is sent to the eID and comes back as somebody; answers what the checkout says then. */
async function checkoutAs(persona: string, visitor: ReturnType<typeof visitorOf>) {
  const { status, location } = await visitor.go("/checkout?wine=granskog");
  expect(status).toBe(303);
  // Takes the link as a program would, and is a browser at the gateway.
  const { url } = (await (await fetch(location ?? "")).json()) as { url: string };
  const home = new URL(await homeAs(url, persona));
  const back = await visitor.go(home.pathname + home.search);
  const stripped = new URL(back.location ?? "", home);
  expect([back.status, stripped.pathname + stripped.search]).toEqual([303, "/checkout?wine=granskog"]);
  return visitor.go(stripped.pathname + stripped.search);
}

describe.for(EXAMPLES)("the example of %s", (name) => {
  test("sells to an adult, and not to who is 17 or cancels", { timeout: inFull(180_000, 60_000) }, async () => {
    const shop = await open(name);
    expect((await shop.visitor().go("/")).text).toContain("Granskog Pinot Noir");
    const adult = shop.visitor();
    expect((await checkoutAs("adult", adult)).text).toContain("One bottle of ");
    const order = await adult.go("/order", FORM, "POST");
    expect([order.status, order.text.includes("Thank you")]).toEqual([200, true]);
    for (const persona of ["seventeen", "cancel"]) {
      const visitor = shop.visitor();
      const answer = await checkoutAs(persona, visitor);
      expect([answer.status, answer.text.includes("Place order")], persona).toEqual([403, false]);
      expect(answer.text).toContain("Your age is not confirmed");
      expect(await visitor.go("/order", FORM, "POST")).toMatchObject({ status: 403 });
    }
  });

  test("is gated in at most ten lines", () => {
    const lines = sourcesOf(join(examples.folder, name)).map(linesOfGate);
    const sum = lines.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThan(2);
    expect(sum).toBeLessThanOrEqual(10);
  });
});

const FORM = {
  Accept: "text/html",
  "Content-Type": "application/x-www-form-urlencoded",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
};

function sourcesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.(?:mjs|tsx?)$/.test(file) && !file.startsWith("."))
    .map((file) => join(folder, file));
}

/** Lines of the statements that import the package, or use what such a statement declares. */
function linesOfGate(file: string): number {
  const text = readFileSync(file, "utf8");
  const names = new Set<string>();
  let lines = 0;
  for (const { start, end } of parseSync(file, text).program.body) {
    const statement = text.slice(start, end);
    const isOurs =
      /from "@ageway\//.test(statement) || [...names].some((name) => new RegExp(`\\b${name}\\b(?!:)`).test(statement));
    if (!isOurs) continue;
    lines += statement.split("\n").length;
    const declared = /^import|^(?:export )?const (\w+)/.exec(statement);
    const imported = statement.startsWith("import")
      ? [...statement.matchAll(/[{,]\s*(\w+)/g)].map(([, name]) => name)
      : [];
    for (const name of [...imported, declared?.[1]]) if (name) names.add(name);
  }
  return lines;
}
