#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { serveGate } from "./serve.ts";
import { GATE_SETTINGS, readGateSettings } from "./settings.ts";

const read = readGateSettings(process.env, (path) => readFileSync(path, "utf8"));
if (process.argv.includes("--help")) {
  console.log("ageway-gate: a proxy asks it who is old enough. It takes its settings from the environment:\n");
  for (const [name, { must }] of Object.entries(GATE_SETTINGS)) console.log(`  ${name.padEnd(16)} must ${must}`);
} else if (!read.ok) {
  for (const problem of read.problems) console.error(`ageway-gate: ${problem}`);
  process.exitCode = 2;
} else {
  const { host, port, origin, age } = read.settings;
  const server = await serveGate(read.settings).catch((fault: NodeJS.ErrnoException) => {
    console.error(`ageway-gate: cannot listen on ${host}, port ${port} (${fault.code}).`);
    process.exit(2);
  });
  console.log(`ageway-gate: listens on ${host}, port ${port}, for ${origin}, from ${age} on`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
}
