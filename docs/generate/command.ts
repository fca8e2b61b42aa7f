import type { Argument, Command, Option } from "commander";
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
    "`npx ageway` is the operator's command. It needs `DATABASE_URL` only, and nothing while the demo runs on this machine; what writes to the ledger (`ledger reverse`, `invoice credit`, `invoice close`) also needs the server's `AGEWAY_KEYS`, `migrate` and `user erase` need `DATABASE_OWNER_URL`, and `restored` needs both. [organizations.md](organizations.md) and [billing.md](billing.md) show the commands in use.",
    CALLS.join("\n"),
    "Call all commands of these pages that begin with `npx ageway` in the way of your installation.",
    "Standard output has the answer. With `--json` before or after the command it is one JSON value. The exit status is 0 if the command did what it says, 1 if it was refused or broke (standard error says what to do), and 2 if it was not understood.",
    ...program.commands.flatMap((group) => [
      `## ${group.name()}`,
      sentence(descriptionOf(group)),
      ...group.commands.flatMap(sectionOf),
    ]),
    "",
  ].join("\n\n");
}

function sectionOf(command: Command): string[] {
  const words = [command.parent?.name(), command.name(), ...command.registeredArguments.map(placeOf)].join(" ");
  const lines = [...command.registeredArguments.flatMap(argumentLine), ...command.options.map(optionLine)];
  return [`### ${code(words)}`, sentence(descriptionOf(command)), ...(lines.length > 0 ? [lines.join("\n")] : [])];
}

function descriptionOf(command: Command): string {
  const text = command.description();
  if (text === "") throw new Error(`The command ${command.name()} has no description`);
  return text;
}

function placeOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function argumentLine(argument: Argument): string[] {
  const parts = [argument.description, choices(argument.argChoices)].filter(Boolean);
  return parts.length > 0 ? [`- ${code(placeOf(argument))}: ${parts.join("; ")}`] : [];
}

function optionLine(option: Option): string {
  const standard = option.defaultValue;
  const hasStandard = typeof standard === "string" || typeof standard === "number";
  const parts = [
    option.description,
    choices(option.argChoices),
    option.mandatory && "required",
    hasStandard && standard !== "" && `default ${code(String(standard))}`,
  ].filter(Boolean);
  return `- ${code(option.flags)}: ${parts.join("; ")}`;
}

function choices(words: readonly string[] | undefined): string {
  return words ? words.map(code).join(", ") : "";
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}
