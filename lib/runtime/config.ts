import type { AdminConfig, Config, Read } from "./read-config.ts";

const NAME = Symbol.for("ageway.config");
/** One in this process, although the production entry and Next's build each contain this module. */
const place = globalThis as { [NAME]?: { all: Read<Config>; admin: Read<AdminConfig> } };

/** The settings are read once, where a process starts. `admin`: what the operator's command needs too. */
export function holdConfig(all: Read<Config>, admin: Read<AdminConfig> = all): void {
  place[NAME] = { all, admin };
}

/** Has this process read its settings? */
export function isConfigured(): boolean {
  return place[NAME] !== undefined;
}

/** The configuration of this process. Throws an error that lists every problem of it. */
export function config(): Config {
  return soundOf(held().all);
}

/** The part that the operator's command needs too. Throws as `config` does. */
export function adminConfig(): AdminConfig {
  return soundOf(held().admin);
}

function held() {
  if (place[NAME] === undefined) throw new Error("This process has not read its settings");
  return place[NAME];
}

function soundOf<Of>(read: Read<Of>): Of {
  if (read.ok) return read.config;
  throw configurationError(read.problems);
}

export function configurationError(problems: string[]): Error {
  return new Error(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
}
