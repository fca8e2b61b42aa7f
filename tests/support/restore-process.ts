import { afterAll, afterEach, beforeEach, vi } from "vitest";

/**
 * Files of a project share a process. After each test and each file this restores what they changed of it, so that no
 * file can forget to: the environment, the working directory, timers, spies and globals. Vitest runs the hooks of a setup
 * file around a test file's own.
 */
const beforeFile = rememberProcess();
let beforeTest = beforeFile;

beforeEach(() => {
  beforeTest = rememberProcess();
});
afterEach(() => beforeTest());
afterAll(() => beforeFile());

/** Remembers the state of this process. The function that it returns restores that state. */
export function rememberProcess(): () => void {
  const [env, directory] = [{ ...process.env }, process.cwd()];
  return () => {
    // Deleted, and not set to `undefined`, which the environment would keep as a text.
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    if (process.cwd() !== directory) process.chdir(directory);
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
}
