import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { TLSSocket } from "node:tls";
import { readAtMost } from "#lib/base/read-at-most.ts";
import { daysBetween } from "#lib/base/time.rules.ts";
import { isProxy } from "#lib/limits/caller.ts";
import { type Arrived, PROBE, PROBE_PATH, probeHeader } from "#lib/limits/doctor-probe.ts";
import { faultOf } from "#lib/observe/log.ts";
import type { Config } from "#lib/runtime/read-config.ts";
import { readTrustedProxies } from "#lib/runtime/trusted-proxies.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { type Found, foundOr, warn, wrong } from "./finding.ts";

const LIMIT_MS = 4_000;
const MAX_BYTES = 64 * 1024;
/** Warns in time: a certificate that nobody renews by then ends before anybody notices. */
const RENEWED_DAYS = 14;
/** Names an address that nobody has (RFC 5737). A proxy must not believe that we come from it. */
const INVENTED = "192.0.2.1";
/** Counts the callers that a process takes, and what it opens besides. */
const MIN_OPEN_FILES = 12_000;
const MIN_MEMORY_BYTES = 512 * 1024 * 1024;

type Given = Pick<Config, "baseUrl" | "isHttps" | "host" | "port" | "trustedProxies" | "keys">;
type Options = { ca?: string; limitMs?: number };
type Answer = { status: number; headers: IncomingMessage["headers"]; body: string; certificateEnds: Date | null };

/** Calls the public address as the world does, and hears from the server what arrived. `ca`: whose certificates count, for tests. */
export async function checkProxy(given: Given, options: Options = {}): Promise<Found[]> {
  const answer = await ask(given, options).catch((fault: unknown) => awayBy(given, fault));
  if ("state" in answer) return [answer];
  const found = given.isHttps ? tlsFound(answer) : [];
  const arrived = arrivedIn(answer);
  if (arrived === null)
    return [
      ...found,
      wrong(
        `What answers at ${given.baseUrl} is not this server (status ${answer.status})`,
        `It has another version or other AGEWAY_KEYS, or the proxy leads elsewhere or keeps ${PROBE_PATH} or the header ${PROBE}.`,
      ),
    ];
  return [...found, ...headersFound(given, arrived), ...limitsFound(arrived)];
}

function tlsFound({ headers, certificateEnds }: Answer): Found[] {
  const days = certificateEnds ? Math.floor(daysBetween(Date.now(), certificateEnds)) : Number.POSITIVE_INFINITY;
  return foundOr(
    "TLS and Strict-Transport-Security are there",
    headers["strict-transport-security"] === undefined &&
      warn("The proxy sends no Strict-Transport-Security", "Add it, as deploy/nginx.conf and deploy/Caddyfile do."),
    days < RENEWED_DAYS && warn(`The certificate ends in ${days} days`, "Look at what should have renewed it."),
  );
}

function arrivedIn({ status, body }: Answer): Arrived | null {
  try {
    return status === 200 ? (JSON.parse(body) as { arrived: Arrived }).arrived : null;
  } catch {
    return null;
  }
}

function headersFound(given: Given, arrived: Arrived): Found[] {
  const { baseUrl, isHttps } = given;
  const { host } = new URL(baseUrl);
  const proto = isHttps ? "https" : "http";
  return foundOr(
    `${baseUrl} leads here, with its Host and the caller's address`,
    callersFound(given, arrived),
    portFound(given, arrived),
    arrived.host !== host &&
      wrong(
        `The proxy passes on the Host ${arrived.host}, not ${host}`,
        "Pass on the caller's: forms of the dashboard are refused otherwise.",
      ),
    arrived.forwardedProto !== null &&
      arrived.forwardedProto !== proto &&
      warn(
        `The proxy says that callers use ${arrived.forwardedProto.slice(0, 20)}, not ${proto}`,
        "Let it send X-Forwarded-Proto as the caller came.",
      ),
  );
}

/** Whom limits count: the proxy must add the address that it is called from, and `TRUSTED_PROXIES` must name that proxy. */
function callersFound({ isHttps, trustedProxies }: Given, { peer, caller, forwardedFor }: Arrived): Found | false {
  const added = forwardedFor.filter((entry) => entry !== INVENTED);
  const name = isProxy(peer, LOOPBACK) ? "loopback" : peer;
  if (caller === INVENTED && added.length === 0)
    return wrong(
      "A caller can choose the address that limits count",
      "Let the proxy add the address that it is called from to X-Forwarded-For, as deploy/nginx.conf does.",
    );
  if (added.length === 0)
    return (
      isHttps &&
      wrong(
        "The proxy does not pass on who calls",
        `Let it add X-Forwarded-For, and set TRUSTED_PROXIES=${name}: now all callers share one limit.`,
      )
    );
  if (typeof trustedProxies === "number")
    return (added.length === trustedProxies ? warn : wrong)(
      `TRUSTED_PROXIES=${trustedProxies} believes the X-Forwarded-For of everybody who reaches this server, and ${added.length} proxies add themselves`,
      `Name the proxies by address, such as TRUSTED_PROXIES=${name}.`,
    );
  if (!isProxy(peer, trustedProxies))
    return wrong(
      `The proxy at ${peer} passes on who calls, and TRUSTED_PROXIES does not name it`,
      `Set TRUSTED_PROXIES=${name}, if it is yours: now all callers share one limit.`,
    );
  // The first proxy added our own address.
  const between = added.slice(1).find((entry) => !isProxy(entry, trustedProxies));
  return (
    between !== undefined &&
    wrong(
      `The proxy at ${between} passes on who calls, and TRUSTED_PROXIES does not name it`,
      "Add it, if it is yours: now all who come through it share one limit.",
    )
  );
}

/** Warns of an open port: it speaks plain http, and behind a proxy on this machine nobody else needs to reach it. */
function portFound({ host, port, isHttps }: Given, { peer }: Arrived): Found | false {
  if (!isHttps || isProxy(host, LOOPBACK) || !isProxy(peer, LOOPBACK)) return false;
  const found = `The proxy is on this machine, and port ${port} of ${host} is open to others, without TLS`;
  return warn(found, "Set HOST=127.0.0.1.");
}

const LOOPBACK = readTrustedProxies("loopback") ?? [];

function limitsFound({ openFiles, memoryBytes }: Arrived): Found[] {
  const megabytes = Math.floor(memoryBytes / 1024 / 1024);
  return foundOr(
    `The server may open ${openFiles ?? "any number of"} files and use ${megabytes} MB`,
    openFiles !== null &&
      openFiles < MIN_OPEN_FILES &&
      warn(
        `The server may open ${openFiles} files, and each caller takes one`,
        "Set LimitNOFILE of its service, or ulimit -n, to 65536.",
      ),
    memoryBytes < MIN_MEMORY_BYTES && warn(`The server may use ${megabytes} MB of memory`, "Give it 512 MB or more."),
  );
}

async function ask({ baseUrl, isHttps, keys }: Given, { ca, limitMs = LIMIT_MS }: Options): Promise<Answer> {
  const headers = { [PROBE]: probeHeader(keys[0]), "X-Forwarded-For": INVENTED, Accept: "application/json" };
  const options = { headers, agent: false, signal: AbortSignal.timeout(limitMs), ...(ca && { ca }) } as const;
  const sent = (isHttps ? requestHttps : requestHttp)(`${baseUrl}${PROBE_PATH}`, options).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const body = await readAtMost(response, MAX_BYTES);
  const ends = isHttps ? (response.socket as TLSSocket).getPeerCertificate().valid_to : null;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: body?.toString() ?? "",
    certificateEnds: ends ? new Date(ends) : null,
  };
}

function awayBy({ baseUrl }: Given, fault: unknown): Found {
  const code = faultOf(fault).code ?? "UNKNOWN";
  return wrong(
    `${baseUrl} cannot be called from here (${code})`,
    ADVICE[code] ?? certificateAdvice(code) ?? "Does the proxy run, and may this machine call it?",
  );
}

const ADVICE: Record<string, string> = {
  ENOTFOUND: "The host of BASE_URL has no address: look at its DNS records.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate vouches for itself, and no browser believes it.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The proxy sends its certificate without those between it and the authority: give it the whole chain.",
  ABORT_ERR: "Somebody takes the connection and says nothing. Does the server run behind the proxy?",
};
