import { existsSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { program } from "#cli/program.ts";
import { readArguments, readClient } from "#packages/gate-test/src/arguments.ts";
import { commandsIn, DOCUMENTS, proseOf } from "./documents.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
/** Programs of the operator's machine; we look only at the files of ours that they are given. */
const OF_THE_SYSTEM = new Set([
  "cd",
  "cp",
  "docker",
  "find",
  "install",
  "kubectl",
  "sh",
  "sudo",
  "systemctl",
  "touch",
  "useradd",
]);
/** Programs of a shop's machine. */
const OF_SHOPS = new Set(["composer", "export", "mkdir", "php", "pip", "python3", "tar"]);
/** `tests/isolated/backup` runs them. */
const OF_POSTGRESQL = new Set(["dropdb", "pg_basebackup", "pg_ctl", "pg_dump", "pg_dumpall", "pg_restore", "psql"]);
/** What an instance serves of our packages. */
const PACKED = [
  ...["age-gate", "gate", "gate-test", "php", "python", "server"].map((name) => `ageway-${name}.tgz`),
  "ageway-0.1.0-py3-none-any.whl",
];
const SETTINGS = readFileSync("docs/operate/configuration.md", "utf8");

test.for([...DOCUMENTS])("the commands in %s exist, with these arguments and options", ([path, text]) => {
  for (const line of commandsIn(text).flatMap(partsOf)) {
    const [program, ...given] = line.match(/"[^"]*"|\S+/g) ?? [];
    const words = given.filter((word) => word !== "--no-install");
    if (program === "npx" && words[0] === "ageway-gate-test")
      expect(
        readClient(words.slice(1)) ?? readArguments(words.slice(1).map(unquoted), {}),
        `${path}: ${line}`,
      ).toBeTypeOf("object");
    else if (program === "npx" && words[0] === "ageway-gate")
      expect(["", "--help"], `${path}: ${line}`).toContain(words.slice(1).join(" "));
    else if (program === "npx") expect(flawOf(words.slice(1)), `${path}: ${line}`).toBeNull();
    else if (program === "npm" && words[0] === "ci") continue;
    else if (program === "curl" || (program === "npm" && words[0] === "install"))
      expect(PACKED, `${path}: ${line}`).toContain(words.at(-1)?.split("/").at(-1));
    else if (OF_POSTGRESQL.has(program ?? "") || OF_SHOPS.has(program ?? "")) continue;
    else if (program === "node") expect(existsSync(words[0] ?? ""), `${path}: ${line}`).toBe(true);
    else if (OF_THE_SYSTEM.has(program ?? ""))
      for (const word of words.filter((word) => word.startsWith("deploy/")))
        expect(existsSync(word), `${path}: ${line}`).toBe(true);
    else if (program === "npm") expect(Object.keys(scripts), `${path}: ${line}`).toContain(words.at(-1));
    else expect(SETTINGS, `${path}: ${line}`).toContain(`\`${line.split("=")[0]}\``);
  }
});

/** No registry has our packages. A bare name of ours would install what somebody else publishes under it. */
const BARE_NAME =
  /\b(?:npm (?:install|i|add)|(?:pnpm|yarn|bun) add|pip3? install|composer require)\b[^`\n]*?\s(?:@ageway\/[\w-]+|ageway\/ageway|ageway)(?![\w/-]|:@dev)|\bnpx (?:@ageway\/|ageway-)/;

test.for([...DOCUMENTS])("%s installs no package of ours from a registry", ([, text]) => {
  expect(text.split("\n").filter((line) => BARE_NAME.test(line))).toEqual([]);
});

test.each([
  ["composer require ageway/ageway", true],
  ["composer require ageway/ageway:^1", true],
  ["composer require ageway/ageway:@dev", false],
  ["pip install ageway", true],
  ["pip install flask ageway==0.1.0", true],
  ["pip install ./ageway-python.tgz 'flask>=2.2'", false],
  ["npm install --save-dev @ageway/gate-test@1", true],
  ["npm install ./ageway-server.tgz", false],
  ["npx @ageway/gate-test http://localhost:8080/checkout", true],
  ["npx ageway-gate-test http://localhost:8080/checkout", true],
  ["npx --no-install ageway-gate-test http://localhost:8080/checkout", false],
])("%s takes a package of ours from a registry: %s", (command, isBare) => {
  expect(BARE_NAME.test(command)).toBe(isBare);
});

test.for([...DOCUMENTS])("the scripts that %s names exist", ([path, text]) => {
  for (const [, name = ""] of proseOf(text).matchAll(/`npm run ([\w:]+)/g))
    expect(Object.keys(scripts), path).toContain(name);
});

/** The commands of a line: `(cd shop && npm start)` has two. */
function partsOf(line: string): string[] {
  return line.replace(/^\((.*)\)$/, "$1").split(/ (?:&&|\|) /);
}

function unquoted(word: string): string {
  return word.replace(/^"(.*)"$/, "$1");
}

/** What is wrong with a call of the operator's command; `null`: nothing. */
function flawOf(words: readonly string[]): string | null {
  let [command, rest]: [Command, string[]] = [program, [...words]];
  for (;;) {
    const next = command.commands.find((one) => one.name() === rest[0]);
    if (!next) break;
    [command, rest] = [next, rest.slice(1)];
  }
  if (command.commands.length > 0) return `${command.name()} has no command ${rest[0]}`;
  let given = 0;
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    if (!word.startsWith("--")) given += 1;
    else {
      const option = command.options.find(({ long }) => long === word);
      if (!option) return `${command.name()} has no option ${word}`;
      if (option.required) rest.shift();
    }
  }
  const required = command.registeredArguments.filter((argument) => argument.required).length;
  return given < required || given > command.registeredArguments.length ? `${given} arguments` : null;
}
