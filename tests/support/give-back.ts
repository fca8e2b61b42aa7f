import { afterAll, afterEach, beforeEach, vi } from "vitest";

/**
 * Files of a project share a process. What a test, or a whole file, changes of it is given back here, so that no file can
 * forget: the environment, the working directory, timers, spies and globals. Hooks of a setup file run around a file's own.
 */
const beforeFile = holdProcess();
let beforeTest = beforeFile;

beforeEach(() => {
  beforeTest = holdProcess();
});
afterEach(() => beforeTest());
afterAll(() => beforeFile());

/** Remembers what this process is like; the answer makes it so again. */
export function holdProcess(): () => void {
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
