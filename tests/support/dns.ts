import { createSocket } from "node:dgram";
import { once } from "node:events";
import packet, { type Answer } from "dns-packet";

/** A function is asked anew for every question. */
type Addresses = string[] | (() => string[]);

type Records = { txt?: string[][]; a?: Addresses; aaaa?: Addresses; ns?: string[] };

/** By name: TXT records, each in its pieces, addresses and name servers; an alias; or a server that breaks down. */
export type Zone = Record<string, Records | { cname: string } | "SERVFAIL">;

/** A real DNS server, over UDP at `at` (address:port), with a zone of its own. What is not in its zone does not exist. */
export async function startDns(at: string, zone: Zone = {}) {
  /** What was asked so far. */
  const asked: { name: string; type: string }[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { id, questions = [] } = packet.decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    asked.push({ name, type: question.type });
    const { rcode, answers } = answerTo(zone, name, question.type);
    const reply = { type: "response" as const, id: id ?? 0, questions, answers };
    // Recursion is available, and how it went.
    const flags = packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode;
    socket.send(packet.encode({ ...reply, flags }), port, address);
  });
  const [address, port] = at.split(":");
  socket.bind(Number(port), address);
  await once(socket, "listening");
  return { zone, asked, close: () => void socket.close() };
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
  return { rcode: NOERROR, answers: recordsOf(found, name, type) };
}

function recordsOf({ txt = [], a = [], aaaa = [], ns = [] }: Records, name: string, type: string): Answer[] {
  if (type === "TXT") return txt.map((data): Answer => ({ type, name, data }));
  if (type === "NS") return ns.map((data): Answer => ({ type, name, data }));
  if (type !== "A" && type !== "AAAA") return [];
  const addresses = type === "A" ? a : aaaa;
  return (typeof addresses === "function" ? addresses() : addresses).map((data): Answer => ({ type, name, data }));
}
