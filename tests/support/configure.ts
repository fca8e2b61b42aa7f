import { loadConfiguration } from "#lib/eid/read-providers.ts";

/** Changes settings of this process until the test file ends, as if it had been started with them. */
export function configure(settings: Record<string, string> = {}): void {
  Object.assign(process.env, settings);
  loadConfiguration();
}
