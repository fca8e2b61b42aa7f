import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { constants, setPriority } from "node:os";

/** `path`: of a call but its device. `first`: the number of the first call. `idempotent`: each carries an Idempotency-Key, `order-` and its number. */
type Asked = { url: string; path: string; from: string; atOnce: number; first: number; idempotent: boolean };

/** A stranger's program of its own, which calls without pause until it is ended. */
export async function callingStranger(asked: Asked) {
  const program = fork(import.meta.filename, [JSON.stringify(asked)], { execArgv: [] });
  // The processor on which a stranger makes calls is not the server's.
  if (program.pid) setPriority(program.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const exited = once(program, "exit");
  /** How many calls were answered with each status. */
  let tally: Record<string, number> = {};
  program.on("message", (told: typeof tally) => {
    tally = told;
  });
  await once(program, "message");
  return {
    tally: () => tally,
    calls: () => Object.values(tally).reduce((sum, count) => sum + count, 0),
    async end() {
      program.kill();
      await exited;
    },
  };
}

const [, program, given] = process.argv;
if (program === import.meta.filename && given) callOnAndOn(JSON.parse(given));

function callOnAndOn({ url, path, from, atOnce, first, idempotent }: Asked): void {
  const agent = new Agent({ keepAlive: true });
  const tally: Record<string, number> = {};
  let n = first;
  const call = () => {
    const headers = idempotent ? { "Idempotency-Key": `order-${n}` } : {};
    const address = url + path.replace("DEVICE", `stranger-${n}`);
    n += 1;
    get(address, { agent, headers, localAddress: from, family: 4 }, (answer) => {
      const { statusCode = 0 } = answer.resume();
      answer.once("end", () => {
        tally[statusCode] = (tally[statusCode] ?? 0) + 1;
        call();
      });
    });
  };
  for (let begun = 0; begun < atOnce; begun += 1) call();
  setInterval(() => process.send?.(tally), 50);
  process.once("disconnect", () => process.exit());
}
