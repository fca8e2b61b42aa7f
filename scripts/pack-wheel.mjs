// Packs the Python package as a wheel, which pip installs without building. An operator may have no Python to make it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipOf } from "./zip.mjs";

/** Puts `ageway-1.2.3-py3-none-any.whl` into a folder: the same bytes for the same sources. */
export function packWheel(python, to) {
  const read = (name) => readFileSync(join(python, name));
  const project = (name) => fieldIn(read("pyproject.toml").toString(), name);
  const about = `ageway-${project("version")}.dist-info`;
  const modules = readdirSync(join(python, "src", "ageway")).filter((name) => /\.py$|^py\.typed$/.test(name));
  const files = [
    ...modules.sort().map((name) => ({ name: `ageway/${name}`, bytes: read(`src/ageway/${name}`) })),
    { name: `${about}/METADATA`, bytes: Buffer.from(`${metadata(project)}\n${read("README.md")}`) },
    { name: `${about}/WHEEL`, bytes: Buffer.from(WHEEL) },
    { name: `${about}/licenses/LICENSE`, bytes: read("LICENSE") },
  ];
  const record = `${about}/RECORD`;
  const lines = [
    ...files.map(({ name, bytes }) => `${name},sha256=${digestOf(bytes)},${bytes.length}\n`),
    `${record},,\n`,
  ];
  files.push({ name: record, bytes: Buffer.from(lines.join("")) });
  writeFileSync(join(to, `ageway-${project("version")}-py3-none-any.whl`), zipOf(files));
}

const WHEEL = "Wheel-Version: 1.0\nGenerator: ageway\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

/** Core metadata 2.4, the first that has a licence of SPDX (PEP 639). */
function metadata(project) {
  return [
    "Metadata-Version: 2.4",
    `Name: ${project("name")}`,
    `Version: ${project("version")}`,
    `Summary: ${project("description")}`,
    `License-Expression: ${project("license")}`,
    "License-File: LICENSE",
    `Keywords: ${project("keywords").join()}`,
    ...project("classifiers").map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project("requires-python")}`,
    "Description-Content-Type: text/markdown",
    "",
  ].join("\n");
}

/** A text or a list of texts, as this manifest writes them. */
function fieldIn(toml, name) {
  const [, value] = new RegExp(`^${name} = ("[^"]*"|\\[[^\\]]*\\])$`, "m").exec(toml) ?? [];
  if (value === undefined) throw new Error(`pyproject.toml has no ${name}`);
  return JSON.parse(value.replace(/,\s*\]$/, "]"));
}

function digestOf(bytes) {
  return createHash("sha256").update(bytes).digest("base64url");
}
