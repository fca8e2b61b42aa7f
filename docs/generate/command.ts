import type { Argument, Command } from "commander";
import { NAMEABLE } from "#cli/named.ts";
import { program } from "#cli/program.ts";
import { code, generatedFrom } from "./markdown.ts";

/** The image has no npx, and under systemd a shell of root does not get the secrets of the service. */
const CALLS = [
  "| Ageway runs | `npx ageway doctor` is |",
  "|---|---|",
  "| from a checkout | `npx ageway doctor`, in its folder |",
  "| as a production install, without systemd | `cli/ageway doctor`, in its folder, with the environment of the server |",
  "| with compose | `docker compose exec ageway cli/ageway doctor`, in the project's folder; what needs `DATABASE_OWNER_URL`: `docker compose run --rm owner cli/ageway …` |",
  "| with systemd | `sh deploy/ageway.sh doctor`, as root, in `/opt/ageway` |",
  "| on Kubernetes | `kubectl exec deployment/ageway -- cli/ageway doctor` |",
];

/** Every command of the operator, from the tree that runs them. */
export function commandReference(): string {
  return [
    generatedFrom("cli/"),
    "# The command",
    "`npx ageway` is the operator's command. `npx ageway key create --help` explains the options of one. It needs `DATABASE_URL` only, and nothing while the demo runs on this machine; `ledger reverse`, `invoice credit` and `invoice close` also need `AGEWAY_KEYS`, `migrate` and `user erase` need `DATABASE_OWNER_URL`, and `restored` needs both. [Organizations](organizations.md) and [billing](billing.md) show the commands in use.",
    CALLS.join("\n"),
    [
      "| argument | what to type |",
      "|---|---|",
      ...Object.entries(NAMEABLE).map(([name, { means }]) => `| ${code(`<${name}>`)} | ${means} |`),
    ].join("\n"),
    "If what you type matches more than one, the command refuses and lists them.",
    "With `--json` the answer is one JSON value. The exit status is 0 if the command did what it says, 1 if it was refused or broke (standard error says what to do), and 2 if it was not understood.",
    ...program.commands.flatMap((group) => [
      `## ${group.name()}`,
      sentence(descriptionOf(group)),
      ...(group.commands.length > 0 ? [group.commands.map(lineOf).join("\n")] : []),
    ]),
    "",
  ].join("\n\n");
}

function lineOf(command: Command): string {
  const words = [command.parent?.name(), command.name(), ...command.registeredArguments.map(placeOf)].join(" ");
  const flags = command.options.map(({ flags, mandatory }) => code(mandatory ? flags : `[${flags}]`)).join(" ");
  return `- ${code(words)}${flags && ` ${flags}`}: ${sentence(descriptionOf(command))}`;
}

function descriptionOf(command: Command): string {
  const text = command.description();
  if (text === "") throw new Error(`The command ${command.name()} has no description`);
  return text;
}

function placeOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
