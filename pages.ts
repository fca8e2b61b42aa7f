import { rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { MAX_HEAD_BYTES, restoreRequest } from "#app/_server/forward.ts";
import { openNext } from "#app/_server/next-pages.ts";
import { onSupervisor } from "#app/_server/stop.ts";
import { endActivity } from "#lib/activity/flush.ts";
import { config } from "#lib/core/config.ts";
import { finishStatements } from "#lib/core/database.ts";
import { giveWay } from "#lib/core/give-way.ts";
import { flushLog } from "#lib/core/log.ts";
import { asRequest } from "#lib/core/request-context.ts";

/**
 * The process of the pages, where several processes serve: it runs Next, and answers what a worker forwards. The workers bound
 * what a stranger may send, so this server bounds nothing again.
 */
giveWay("process");
const path = process.env.AGEWAY_PAGES ?? "";
const pages = await openNext(config().port);

const server = createServer(
  {
    headersTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 0,
    maxHeaderSize: MAX_HEAD_BYTES,
    requireHostHeader: false,
  },
  (request, response) => {
    beginAnswer(response);
    void asRequest(restoreRequest(request), () => pages.answer(request, response));
  },
);
// A killed process leaves its socket behind.
rmSync(path, { force: true });
server.listen({ path, exclusive: true }, () => process.send?.({ ready: true }));

let begun = 0;
let underWay = 0;
let isEnding = false;
let isQuiet = false;

function beginAnswer(response: ServerResponse): void {
  begun += 1;
  underWay += 1;
  if (isQuiet) process.send?.({ quiet: false });
  isQuiet = false;
  response.once("close", () => {
    underWay -= 1;
    if (isEnding) void settle();
  });
}

/**
 * Once this process must end and serves no request, it writes what waits and tells its supervisor, which kills it after the last
 * answer of the workers. It tells without being asked: at its low priority, an answer to the supervisor would take long on a busy
 * machine. If a request is under way or begins meanwhile, it closes nothing, and this runs again after that request.
 */
async function settle(): Promise<void> {
  if (underWay > 0) return;
  const before = begun;
  await endActivity();
  if (begun > before) return;
  await finishStatements();
  if (begun > before) return;
  if (!process.connected) process.exit(0);
  flushLog();
  isQuiet = true;
  process.send?.({ quiet: true });
}

onSupervisor({
  leave: () => {},
  close: () => {
    isEnding = true;
    process.once("disconnect", settle);
    void settle();
  },
});
