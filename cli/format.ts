import type { Command } from "commander";
import { databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { OPERATOR, type Operator } from "#lib/core/actor.ts";
import { faultOf } from "#lib/observe/log.ts";
import { adviceOf } from "#lib/wording.ts";
import { factsText, tableOf } from "./format-table.ts";

type Done<Result> = Exclude<Result, { ok: false }>;

/** Waits for the verb and prints its answer. `wordsOf`: the text of a value that is more than a list. */
export type Format = <Result extends object>(
  work: Result | Promise<Result>,
  wordsOf?: (done: Done<Result>) => string,
) => Promise<void>;

/** Adds commands that hand what was typed to a verb. */
export function verbsOf(group: Command, format: Format) {
  return (name: string, description: string, verb: (actor: Operator, ...typed: never[]) => Promise<object>): void => {
    const command = group.command(name).description(description);
    const typedIn = (given: unknown[]) => given.slice(0, command.registeredArguments.length) as never[];
    command.action((...given) => format(verb(OPERATOR, ...typedIn(given))));
  };
}

/** Prints an answer. The exit status is 0 if the verb did its work, and 1 if it refused (standard error says what to do). */
export function answer<Result extends object>(
  result: Result,
  asJson: boolean,
  wordsOf?: (done: Done<Result>) => string,
): void {
  if (isRefusal(result)) {
    const { ok: _, reason, ...facts } = result;
    if (asJson) console.log(JSON.stringify({ error: reason, ...facts }));
    console.error(adviceOf(result));
    process.exitCode = 1;
    return;
  }
  const facts = factsOf(result);
  if (asJson) console.log(JSON.stringify(facts));
  else if (wordsOf) console.log(wordsOf(result as Done<Result>));
  else console.log(Array.isArray(facts) ? tableOf(facts) : factsText(facts));
}

/** Keeps the rows of a list alone, unless it has other fields too. */
function factsOf(result: object): object {
  const { ok: _, ...facts } = result as { ok?: true; rows?: object[] };
  return facts.rows && Object.keys(facts).length === 1 ? facts.rows : facts;
}

export function formatFault(fault: unknown, asJson: boolean): void {
  const error = fault instanceof Error ? fault : new Error(String(fault));
  // The message of a failed query repeats its parameters.
  const { code, condition, advice = databaseAdvice(code) } = faultOf(error);
  const words = `The database failed (${[code, condition].filter(Boolean).join(" ")}). ${advice ?? "Is DATABASE_URL right, and does the server run?"}`;
  console.error(code ? words : error.message);
  if (asJson) console.log(JSON.stringify({ error: code ? "database_unavailable" : "configuration_invalid" }));
  process.exitCode = 1;
}

function isRefusal(result: object): result is Parameters<typeof adviceOf>[0] {
  return "ok" in result && result.ok === false;
}
