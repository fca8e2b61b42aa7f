import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { TLSSocket } from "node:tls";
import { paced } from "#db/paced.ts";
import { readAtMost } from "#lib/base/read-at-most.ts";
import type { FileDiagnosis } from "./advice.rules.ts";
import { addressesIn, type Network } from "./network.ts";
import { CHALLENGE_PATH } from "./proof.rules.ts";

const TIMEOUT_MS = paced(5_000);
const MAX_BYTES = 1_024;
const MAX_REQUESTS = 4;

/**
 * Reads a stranger's host, which must not send us elsewhere (SSRF): the name is resolved once, and all of its addresses
 * must be allowed. The certificate must be the host's. One deadline covers all.
 */
export async function probeFile(host: string, network: Network): Promise<FileAnswer> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const found = await addressesIn(network, host, deadline);
  if ("flaw" in found) return { diagnosis: found.flaw };
  const [address = ""] = found.addresses;
  let path: string | null = CHALLENGE_PATH;
  for (let n = 0; n < MAX_REQUESTS && path !== null; n += 1) {
    const answer = await ask({ host, address, path, network, deadline });
    if (!("location" in answer)) return answer;
    path = pathOnSameHost(answer.location, host, path);
  }
  return { diagnosis: "file_redirects_away" };
}

export function diagnosisOfFile(answer: FileAnswer, expected: string): FileDiagnosis {
  if ("diagnosis" in answer) return answer.diagnosis;
  return answer.text.trim() === expected ? "verified" : "file_other_value";
}

type Asked = { host: string; address: string; path: string; network: Network; deadline: AbortSignal };
export type FileAnswer = { text: string } | { diagnosis: FileDiagnosis };
type Answer = FileAnswer | { location: string };

async function ask({ host, address, path, network, deadline }: Asked): Promise<Answer> {
  const sent = request({
    // The address, so that Node does not resolve the name again.
    host: address,
    servername: host,
    port: network.port,
    path,
    ...(network.ca !== undefined && { ca: network.ca }),
    // Ignores NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    agent: false,
    signal: deadline,
    headers: { Host: host, Accept: "text/plain", "Accept-Encoding": "identity", "User-Agent": "Ageway" },
  });
  const response = await new Promise<IncomingMessage | FileDiagnosis>((done) => {
    sent.once("response", done);
    sent.on("error", (fault) => done(whyNot(fault, sent.socket as TLSSocket | null)));
    sent.once("close", () => done("no_answer"));
    sent.end();
  });
  if (typeof response === "string") return { diagnosis: response };
  try {
    return await meaningOf(response);
  } finally {
    sent.destroy();
  }
}

async function meaningOf(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  if (status === 200) return read(response);
  if (REDIRECTS.has(status)) return { location: headers.location ?? "" };
  // An error of the server proves nothing about the file.
  return { diagnosis: status >= 500 || status === 429 ? "no_answer" : "file_missing" };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function read(body: AsyncIterable<Buffer>): Promise<Answer> {
  try {
    const text = await readAtMost(body, MAX_BYTES);
    return text === null ? { diagnosis: "file_too_large" } : { text: text.toString("utf8") };
  } catch {
    return { diagnosis: "no_answer" };
  }
}

/** The path of a redirect; `null`: it leads to another host, port or scheme. */
function pathOnSameHost(location: string, host: string, from: string): string | null {
  const url = URL.parse(location, `https://${host}${from}`);
  return url?.origin === `https://${host}` && url.username === "" && url.password === ""
    ? url.pathname + url.search
    : null;
}

function whyNot({ code = "" }: NodeJS.ErrnoException, socket: TLSSocket | null): FileDiagnosis {
  // Node stores certificate errors on the socket. A handshake fails where the server has no certificate for the name.
  return socket?.authorizationError || /^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code) ? "certificate_invalid" : "no_answer";
}
