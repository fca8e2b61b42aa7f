// Prints what the changelog says of a release: `node scripts/changelog.mjs v1.2.3`. Fails unless that is the project's version.
import { readFileSync } from "node:fs";

const [, , tag] = process.argv;
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}]`));
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has ${version}.`);
if (!section) throw new Error(`CHANGELOG.md has no section [${version}].`);
console.log(section.slice(section.indexOf("\n")).trim());
