/** What the driver asks on each new connection, before any statement of ours. */
const ARRAY_TYPES = "typarray";

/**
 * Whether the driver threw this for a connection that ended while it was being opened: it asks for the types of arrays, and
 * nobody waits for that answer; or it writes the next step of the handshake to a socket that is gone. Statements of ours fail by
 * themselves, so nothing is left in an unknown state.
 */
export function isOfLostConnection(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const [, frame = ""] = (fault.stack ?? "").split("\n");
  const hasNoSocket = fault instanceof TypeError && frame.includes("nextWrite");
  return hasNoSocket || ("query" in fault && String(fault.query).includes(ARRAY_TYPES));
}
