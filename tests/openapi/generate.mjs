import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const DOCUMENT = join(HERE, "../../docs/openapi.json");
const TYPES = join(HERE, "types.ts");

/** The types say of which document they are, so that a test sees without the generator whether they are of this one. */
const made = `// Made by openapi-typescript of docs/openapi.json, SHA-256 ${createHash("sha256").update(readFileSync(DOCUMENT)).digest("hex")}.\n`;

if (!existsSync(TYPES) || !readFileSync(TYPES, "utf8").startsWith(made)) {
  execFileSync("npm", ["ci", "--prefix", HERE, "--loglevel=error"], { stdio: "inherit" });
  const { default: openApiTypes, astToString } = await import("openapi-typescript");
  const types = await openApiTypes(JSON.parse(readFileSync(DOCUMENT, "utf8")));
  writeFileSync(TYPES, made + astToString(types));
}
