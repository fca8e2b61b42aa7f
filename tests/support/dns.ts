import { createSocket } from "node:dgram";
import { once } from "node:events";
import packet, { type Answer } from "dns-packet";

/** By name: TXT records, each in its pieces; an alias; or a server that breaks down. */
export type Zone = Record<string, { txt: string[][] } | { cname: string } | "SERVFAIL">;

/** A real DNS server, over UDP at `at` (address:port), with a zone of its own. What is not in its zone does not exist. */
export async function startDns(at: string, zone: Zone = {}) {
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { id, questions = [] } = packet.decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    const { rcode, answers } = answerTo(zone, name, question.type);
    const reply = { type: "response" as const, id: id ?? 0, questions, answers };
    // Recursion is available, and how it went.
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode;
    socket.send(packet.encode({ ...reply, flags }), port, address);
  });
  const [address, port] = at.split(":");
  socket.bind(Number(port), address);
  await once(socket, "listening");
  return { zone, close: () => void socket.close() };
}

const [NOERROR, SERVFAIL, NXDOMAIN] = [0, 2, 3];

function answerTo(zone: Zone, name: string, type: string): { rcode: number; answers: Answer[] } {
  const found = zone[name];
  if (found === undefined) return { rcode: NXDOMAIN, answers: [] };
  if (found === "SERVFAIL") return { rcode: SERVFAIL, answers: [] };
  if ("cname" in found) {
    const alias: Answer = { type: "CNAME", name, data: found.cname };
    return type === "CNAME"
      ? { rcode: NOERROR, answers: [alias] }
      : { rcode: NOERROR, answers: [alias, ...answerTo(zone, found.cname, type).answers] };
  }
  if (type !== "TXT") return { rcode: NOERROR, answers: [] };
  return { rcode: NOERROR, answers: found.txt.map((data): Answer => ({ type: "TXT", name, data })) };
}
