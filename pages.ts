import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { MAX_HEAD_BYTES, restoreRequest } from "#app/_server/forward.ts";
import { openNext } from "#app/_server/next-pages.ts";
import { endProcess, onSupervisor } from "#app/_server/stop.ts";
import { endActivity } from "#lib/activity/flush.ts";
import { config } from "#lib/core/config.ts";
import { closeDatabase } from "#lib/core/database.ts";
import { giveWay } from "#lib/core/give-way.ts";
import { asRequest } from "#lib/core/request-context.ts";
import { flushTracing } from "#lib/core/tracing.ts";

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
  (request, response) => void asRequest(restoreRequest(request), () => pages.answer(request, response)),
);
// A killed process leaves its socket behind.
rmSync(path, { force: true });
server.listen({ path, exclusive: true }, () => process.send?.({ ready: true }));

// The supervisor ends the pages after the workers, which may owe an answer with a page.
onSupervisor({
  leave: () => {},
  close: () => {
    server.close(async () => {
      await Promise.all([pages.close(), endActivity()]);
      await Promise.all([flushTracing(), closeDatabase()]);
      endProcess(0);
    });
    server.closeIdleConnections();
  },
});
