import type { Server } from "node:net";
import { hasInbox } from "#lib/mail/inbox.ts";
import { log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";

/** Opens the port of this process. */
export function openPort(server: Server, onOpen: () => void, onFailure: () => void): void {
  const { host, port, isDemo } = config();
  server.on("error", (fault: NodeJS.ErrnoException) => {
    // One connection could not be accepted, as without a free descriptor. The next one may be.
    if (server.listening) return;
    log.fatal({ event: "not_listening", code: fault.code, host, port });
    onFailure();
  });
  // In a demo everybody passes, and the inbox shows everybody's mail: both listen to this machine only.
  const isPrivate = isDemo || hasInbox();
  server.listen({ port, host: isPrivate ? "127.0.0.1" : host }, onOpen);
}
