import { fork } from "node:child_process";

/**
 * Starts the process that prepares a start (`preparation-process.ts`). It holds the modules of the app, which take more memory
 * than all else here, so it ends when the servers run. In a process group of its own, Ctrl-C does not reach it.
 */
export function startPreparation() {
  const child = fork(`${import.meta.dirname}/preparation-process.ts`, {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let waiting = Promise.withResolvers();
  child.on("message", ({ result, message }) =>
    message === undefined ? waiting.resolve(result) : waiting.reject(new Error(message)),
  );
  child.once("close", () => waiting.reject(new Error("The process that prepares the start has ended")));
  return {
    /** One at a time. Throws what the verb throws. */
    ask: (verb, ...args) => {
      waiting = Promise.withResolvers();
      child.send({ verb, args });
      return waiting.promise;
    },
    end: () => child.connected && child.disconnect(),
  };
}
