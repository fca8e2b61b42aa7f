import { createInterface } from "node:readline/promises";
import { type Arguments, asksForHelp, readArguments, USAGE } from "./arguments.ts";
import { plainFetch } from "./fetch.ts";
import { openRun, type Run } from "./open-run.ts";
import { isSound, tableOf } from "./report.rules.ts";
import { type ShopProcess, startShop } from "./shop-process.ts";
import type { ExitStatus, Terminal } from "./terminal.ts";
import { walk } from "./walk.ts";

/** Walks the shop that the words name, and says how it went. */
export async function gateTestCommand(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { environment, errors, output } = terminal;
  const refuse = (text: string): 2 => {
    errors.write(`${text}\n`);
    return 2;
  };
  if (asksForHelp(words)) {
    output.write(`${USAGE}\n`);
    return 0;
  }
  const asked = readArguments(words, environment);
  if (typeof asked === "string") return refuse(`${asked}\nageway-gate-test --help lists the options.`);

  const fetch = plainFetch();
  /** A program that reads the report hears it in its own form, too. */
  const fail = (problem: string): 2 => {
    if (asked.isJson) output.write(`${JSON.stringify({ problem }, null, 2)}\n`);
    return refuse(problem);
  };
  const opened = await openRun(fetch, {
    base: asked.base,
    key: asked.key,
    shop: asked.url.href,
    secretOfKey: environment.AGEWAY_SECRET,
    signal,
  });
  if (typeof opened === "string") return fail(opened);
  const run = asked.run ?? opened;

  const shop = await shopFor(asked, run, opened, terminal, signal);
  if (typeof shop === "string") return fail(shop);
  try {
    const { url, start, protects, keepsAnswer } = asked;
    const report = await walk({ url: url.href, ...run, start, protects, keepsAnswer, fetch, signal });
    const isColoured = output.isTTY === true && !environment.NO_COLOR;
    output.write(`${asked.isJson ? JSON.stringify(report, null, 2) : tableOf(report, isColoured)}\n`);
    if (report.problem !== null) return 2;
    return isSound(report) ? 0 : 1;
  } catch (error) {
    // Status 1 would say that the shop is not closed.
    return fail(`The run broke off, by a fault of the gate test: ${error instanceof Error ? error.message : error}.`);
  } finally {
    await shop.stop();
  }
}

const NOTHING = { stop: async () => {} };

/** The shop, as it asks at the run's address: started here, or by its owner. A string: why nobody can walk it yet. */
async function shopFor(
  { command, url, key, run: given }: Arguments,
  { address }: { address: string },
  opened: Run,
  { input, errors, environment, folder }: Terminal,
  signal: AbortSignal,
): Promise<ShopProcess | string> {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const settings = { ...environment, PORT: port, AGEWAY_URL: address, AGEWAY_KEY: key };
  if (command.length > 0) return startShop(command, url, { environment: settings, folder }, signal);
  if (given) return NOTHING;
  const wanted = `Point the shop's base address of Ageway at\n  ${address}\nand its key at ${key}, and start it again.`;
  if (!input.isTTY || !errors.isTTY)
    return `${wanted} Then call again, with\n  AGEWAY_RUN_SECRET=${opened.secret}\nand --run and this address, which work until ${opened.expiresAt}. Or let the gate test start the shop: -- and its command.`;
  const questions = createInterface({ input, output: errors });
  try {
    await questions.question(`${wanted} Then press Enter. `, { signal });
    return NOTHING;
  } catch {
    return "The run was stopped.";
  } finally {
    questions.close();
  }
}
