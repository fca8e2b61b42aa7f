// Where the API has changed: Redocly checks docs/openapi.json, and the types of the tests' client are made of it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "docs/openapi.json");
const TYPES = join(ROOT, "tests/contract/openapi/types.ts");

/** A browser’s question is never refused, and the way back from the eID only redirects. */
const EXCEPTIONS = [
  "operation-2xx-response /paths/~1verify~1{provider}~1callback/get/responses",
  "operation-4xx-response /paths/~1api~1url_generator_b~1{pluginKey}~1{device_id}~1{age}/options/responses",
  "operation-4xx-response /paths/~1api~1url_generator_s~1{pluginKey}~1{device_id}~1{age}/options/responses",
  "operation-4xx-response /paths/~1openapi.json/options/responses",
];

/** The types say of which document they are, so that a test sees without these packages whether they are of this one. */
const made = `// Made by openapi-typescript of docs/openapi.json, SHA-256 ${createHash("sha256").update(readFileSync(DOCUMENT)).digest("hex")}.\n`;

if (!existsSync(TYPES) || !readFileSync(TYPES, "utf8").startsWith(made)) {
  execFileSync(process.execPath, [join(ROOT, "scripts/prepare.mjs"), "install", "lab/tools"], { stdio: "inherit" });
  await check();
  const { default: openApiTypes, astToString } = await import("openapi-typescript");
  const types = await openApiTypes(JSON.parse(readFileSync(DOCUMENT, "utf8")));
  writeFileSync(TYPES, made + astToString(types));
}

/** Throws what Redocly finds beside the four exceptions, and where it no longer finds one of them. */
async function check() {
  const { createConfig, lint } = await import("@redocly/openapi-core");
  const problems = await lint({ ref: DOCUMENT, config: await createConfig({ extends: ["recommended"] }) });
  const found = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer?.replace("#", "")}`).sort();
  if (found.join("\n") !== EXCEPTIONS.join("\n"))
    throw new Error(`Redocly finds in docs/openapi.json:\n${found.join("\n")}\nExpected:\n${EXCEPTIONS.join("\n")}`);
}
