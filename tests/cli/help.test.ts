import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { program } from "#cli/program.ts";
import { ageway } from "#tests/support/command.ts";

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await ageway(["--version"])).toEqual({ status: 0, out: `${version}\n`, err: "" });
});

test.for([
  [["key", "list"], "Usage: ageway key list [options] <organization>"],
  [["key", "create", "x", "--labl"], "Usage: ageway key create [options] <organization>"],
  [["key", "made"], "Usage: ageway key [options] [command]"],
  [["frobnicate"], "Usage: ageway [options] [command]"],
] as const)("%j is not understood: the answer has the usage of that command", async ([words, usage]) => {
  const { status, err } = await ageway(words);
  expect([status, err.split("\n")]).toEqual([2, expect.arrayContaining([usage])]);
});

const ALL = [program, ...program.commands.flatMap((group) => [group, ...group.commands])];

test.for(ALL.map((command) => [command.name(), command] as const))("the help of %s reads as prose", ([, command]) => {
  expect(command.helpInformation()).not.toMatch(/default: (?:false|null|""|\[\])/);
  expect(descriptionsOf(command).filter((text) => !/^$|^[A-Z]/.test(text))).toEqual([]);
});

/** What the help of a command says of it, its arguments, its options and the commands below it. */
function descriptionsOf(command: Command): string[] {
  const help = command.createHelp();
  return [
    help.commandDescription(command),
    ...command.registeredArguments.map((argument) => argument.description),
    ...help.visibleOptions(command).map((option) => option.description),
    ...help.visibleCommands(command).map((one) => help.subcommandDescription(one)),
  ];
}
