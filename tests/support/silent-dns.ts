import { createSocket } from "node:dgram";

/** A DNS server that reads every question and answers none. */
export async function silentDns(at: string) {
  const [address, port] = at.split(":");
  const socket = createSocket("udp4");
  await new Promise<void>((done) => socket.bind(Number(port), address, done));
  return { close: () => void socket.close() };
}
