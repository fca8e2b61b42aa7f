/** With a code of the driver, or one of ours. */
export class ConnectFault extends Error {
  override name = "ConnectFault";
  readonly code: string;
  constructor(code: "CONNECTION_CLOSED" | "CONNECT_TIMEOUT" | "CLOSED_AT_ONCE" | "TLS_NOT_OFFERED" | "NO_SOCKET") {
    super("The server cannot be used");
    this.code = code;
  }
}

export function isReset(fault: NodeJS.ErrnoException): boolean {
  return fault.code === "ECONNRESET" || fault.code === "EPIPE";
}
