#!/usr/bin/env node
import { readClient } from "./arguments.ts";
import { clientCommand } from "./client-command.ts";
import { gateTestCommand } from "./command.ts";

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
const terminal = {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  environment: process.env,
  folder: process.cwd(),
};
const words = process.argv.slice(2);
const client = readClient(words);
process.exitCode = await (client
  ? clientCommand(client, terminal, stopped.signal)
  : gateTestCommand(words, terminal, stopped.signal));
