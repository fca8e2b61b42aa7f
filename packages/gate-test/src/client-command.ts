import { clientProgram } from "./client-program.ts";
import { CLIENT_CASES, examineClient } from "./examine-client.ts";
import { coloured } from "./report.rules.ts";
import type { ExitStatus, Terminal } from "./terminal.ts";

/** Asks the client that a command starts about every case, and prints a row for each. */
export async function clientCommand(
  command: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { environment, errors, output } = terminal;
  const isColoured = output.isTTY === true && !environment.NO_COLOR;
  const width = Math.max(...CLIENT_CASES.map(({ name }) => name.length));
  const client = clientProgram(command, terminal);
  signal.addEventListener("abort", client.stop);
  let [passed, wrong] = [0, 0];
  try {
    for await (const { name, flaw, isWrongYes, isSilent } of examineClient(client.ask)) {
      if (signal.aborted || (isSilent && passed === 0)) {
        errors.write(`The client cannot be tested. ${signal.aborted ? "The run was stopped." : flaw}\n`);
        return 2;
      }
      if (flaw === null) passed += 1;
      if (isWrongYes) wrong += 1;
      const row = `${coloured(flaw === null ? "ok" : "FAILED", isColoured)}  ${name.padEnd(width)}  ${flaw ?? ""}`;
      output.write(`${row.trimEnd()}\n`);
    }
  } finally {
    client.stop();
  }
  output.write(`\n${passed} of ${CLIENT_CASES.length} cases passed; a yes where no is right: ${wrong}.\n`);
  return passed === CLIENT_CASES.length ? 0 : 1;
}
