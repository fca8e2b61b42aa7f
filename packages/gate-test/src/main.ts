#!/usr/bin/env node
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
process.exitCode = await gateTestCommand(process.argv.slice(2), terminal, stopped.signal);
