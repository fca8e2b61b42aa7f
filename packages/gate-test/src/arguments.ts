import { parseArgs } from "node:util";
import { isSelector, SELECTOR_RULE } from "./selector.rules.ts";

export const USAGE = `ageway-gate-test <url> --key <pk_test_…> --base <url> --protected <text> [--start <selector>] [-- <command>]
ageway-gate-test client -- <command>

  <url>             the shop's protected page, such as http://localhost:8080/checkout
  --key             a test key of your organization
  --base            the base address of Ageway, such as https://age.example; else AGEWAY_URL
  --protected       a text that only admitted visitors see
  --start           a selector of the link or form that starts a check, such as #start; not needed where the page leads to it
  --keeps-answer    the shop keeps the answer for a time of its own: do not ask it again
  --run             an address that an earlier call printed, with its secret in AGEWAY_RUN_SECRET
  --json            print the report as JSON
  -- <command>      start the shop with AGEWAY_URL, AGEWAY_KEY and PORT, and end it afterwards
  client            test a client of Ageway in your own language, not a shop: the README of @ageway/gate-test says how

Of a locked key, AGEWAY_SECRET is its secret. Exit status: 0 if all is well, 1 if not, 2 if the shop could not be tested.`;

export type Arguments = {
  url: URL;
  key: string;
  base: string;
  protects: string;
  start: string | undefined;
  keepsAnswer: boolean;
  run: { address: string; secret: string } | null;
  isJson: boolean;
  /** The command that starts the shop; empty: it runs already. */
  command: readonly string[];
};

export type Environment = Readonly<Record<string, string | undefined>>;

export function asksForHelp(words: readonly string[]): boolean {
  return words.slice(0, endOf(words)).includes("--help");
}

/** The command of a client to test; `null`: that is not what was asked for. */
export function readClient(words: readonly string[]): readonly string[] | null {
  const [first, second, ...command] = words;
  return first === "client" && second === "--" && command.length > 0 ? command : null;
}

/** Where the command of the shop begins. */
function endOf(words: readonly string[]): number {
  return words.includes("--") ? words.indexOf("--") : words.length;
}

/** What was asked for; a string: what is wrong with it. */
export function readArguments(words: readonly string[], environment: Environment): Arguments | string {
  const end = endOf(words);
  const parsed = parse(words.slice(0, end));
  if (typeof parsed === "string") return parsed;
  const { values, positionals } = parsed;
  const [url = "", ...more] = positionals;
  const base = (values.base ?? environment.AGEWAY_URL ?? "").replace(/\/+$/, "");
  const { key = "", protected: protects = "", start, run } = values;
  const secret = environment.AGEWAY_RUN_SECRET ?? "";
  if (url === "") return "The address of the shop's page is missing.";
  if (url === "client") return "A client is started by its command: ageway-gate-test client -- ./my-client.";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return `${url} is no whole address. It begins with https://, or with http:// on your machine.`;
  if (more.length > 0) return `What is ${more.join(" ")}? A text of several words stands in quotes.`;
  if (!/^https?:\/\/[^?#]+$/.test(base) || !URL.canParse(base)) return "--base must be the base address of Ageway.";
  if (!key.startsWith("pk_test_")) return "--key must be a test key: pk_test_….";
  if (protects.trim() === "") return "--protected must be a text that only admitted visitors see.";
  if (start !== undefined && !isSelector(start)) return `--start cannot be read. ${SELECTOR_RULE}`;
  if (run !== undefined && !run.startsWith(`${base}/doctor/`)) return `--run must begin with ${base}/doctor/.`;
  if (run !== undefined && secret === "") return "--run needs its secret in AGEWAY_RUN_SECRET.";
  return {
    url: new URL(url),
    key,
    base,
    protects,
    start,
    keepsAnswer: values["keeps-answer"] ?? false,
    run: run === undefined ? null : { address: run, secret },
    isJson: values.json ?? false,
    command: words.slice(end + 1),
  };
}

function parse(words: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        key: text,
        base: text,
        protected: text,
        start: text,
        run: text,
        json: flag,
        "keeps-answer": flag,
      },
    });
  } catch (error) {
    return (error as Error).message;
  }
}
