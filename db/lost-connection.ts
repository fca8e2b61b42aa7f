/**
 * Whether the driver threw this for a connection that ended while it was being opened: it writes the next step of the handshake to
 * a socket that is gone. Statements fail by themselves, so nothing is left in an unknown state.
 */
export function isOfLostConnection(fault: unknown): boolean {
  if (!(fault instanceof TypeError)) return false;
  const [, stackFrame = ""] = (fault.stack ?? "").split("\n");
  return stackFrame.includes("nextWrite");
}
