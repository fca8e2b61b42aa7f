import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import { boundedFetch } from "#lib/eid/fetch.ts";
import { answersFor, askedFor, asksUserinfo, namesOfAlg, type ProviderConfiguration } from "#lib/eid/providers.ts";
import { isObject, objectIn } from "#lib/eid/usual-answer.ts";
import { faultOf } from "#lib/observe/log.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { type Found, foundOr, plain, warn, wrong } from "./finding.ts";

const LIMIT_MS = 4_000;
/** Holds what an ID token's times may be off by. */
const TOLERANCE_SECONDS = 10;

type Document = Record<string, unknown>;
type Fetched =
  | { ok: true; document: Document; secondsAhead: number }
  | { ok: false; why: string; advice?: string | undefined };

/** Compares what an eID says of itself: its name, how it signs, and its clock. `name`: such as EID_S. */
export async function checkEid(name: string, provider: ProviderConfiguration): Promise<Found[]> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const address = `${provider.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const discovered = await fetchJson(address, signal);
  const outage = `Visitors cannot start a check with it. Compare ${name}_ISSUER with what it gave you; if it is that, see whether this machine may reach it, and ask the eID's status page.`;
  if (!discovered.ok)
    return [wrong(`${name} does not say where it is: ${discovered.why} at ${address}`, discovered.advice ?? outage)];
  const { document, secondsAhead } = discovered;
  const flaws = flawsOf(name, provider, document);
  if (Math.abs(secondsAhead) > TOLERANCE_SECONDS)
    flaws.push(
      wrong(
        `The clock of ${name} is ${Math.abs(secondsAhead)} s ${secondsAhead > 0 ? "ahead of" : "behind"} ours`,
        "Answers are refused for their time. Set our clock by NTP; if it is right, tell the eID.",
      ),
    );
  const { jwks_uri } = document;
  const keys = isEndpoint(jwks_uri, provider) ? await fetchJson(jwks_uri, signal) : null;
  if (keys) flaws.push(...flawsOfKeys(name, provider.idTokenAlg, keys));
  return foundOr(`${name} is ${provider.issuer}, and signs with ${provider.idTokenAlg}`, ...flaws);
}

function flawsOf(name: string, provider: ProviderConfiguration, document: Document): Found[] {
  const { issuer, idTokenAlg } = provider;
  const found: Found[] = [];
  if (typeof document.issuer !== "string" || URL.parse(document.issuer)?.href !== new URL(issuer).href)
    found.push(
      wrong(
        `${name} says that its issuer is ${plain(document.issuer)}, not ${issuer}`,
        `Every answer is refused. Set ${name}_ISSUER to what the eID gave you, to the letter.`,
      ),
    );
  if (!namesOfAlg(idTokenAlg).some((alg) => names(document.id_token_signing_alg_values_supported, alg)))
    found.push(
      wrong(
        `${name} does not sign with ${idTokenAlg}, but ${plain(document.id_token_signing_alg_values_supported)}`,
        `Set ${name}_ID_TOKEN_ALG to one that it does.`,
      ),
    );
  if (!names(document.code_challenge_methods_supported, "S256"))
    found.push(warn(`${name} does not offer PKCE with S256`, "Ask the eID: without it, a stolen code could be used."));
  return [...found, ...flawsOfEndpoints(name, provider, document), ...flawsOfRequest(name, provider, document)];
}

/** Lists what the document must have: without one of these we start no check at all (`lib/eid/client.ts`). */
const NEEDED = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
const PUSHED = "pushed_authorization_request_endpoint";

function flawsOfEndpoints(name: string, provider: ProviderConfiguration, document: Document): Found[] {
  const needed = [...NEEDED, ...(asksUserinfo(provider) ? ["userinfo_endpoint"] : [])];
  const unusable = needed.filter((endpoint) => !isEndpoint(document[endpoint], provider));
  const isAbsent = (endpoint: string) => URL.parse(String(document[endpoint])) === null;
  const [missing, insecure] = [unusable.filter(isAbsent), unusable.filter((endpoint) => !isAbsent(endpoint))];
  const found: Found[] = [];
  if (missing.length > 0)
    found.push(wrong(`${name} names no ${missing.join(", ")}`, `${REFUSED} Is this the issuer for your contract?`));
  if (insecure.length > 0)
    found.push(wrong(`${name} has no https address as ${insecure.join(", ")}`, `${REFUSED} Tell the eID.`));
  const isOffered = (document[PUSHED] ?? null) !== null && provider.pushedRequests === "offered";
  if (isOffered && !isEndpoint(document[PUSHED], provider))
    found.push(
      wrong(
        `${name} names a ${PUSHED} that is no address (${plain(document[PUSHED])})`,
        `${REFUSED} Tell the eID; until it mends that, set ${name}_PUSHED_REQUESTS=never.`,
      ),
    );
  return found;
}

const REFUSED = "Visitors cannot start a check with it.";

/** Takes an address without TLS only where the issuer is, on this machine. */
function isEndpoint(given: unknown, { issuer }: ProviderConfiguration): given is string {
  const schemes = issuer.startsWith("http:") ? ["http:", "https:"] : ["https:"];
  return typeof given === "string" && schemes.includes(URL.parse(given)?.protocol ?? "");
}

/** Says what the request has, against what the eID says that it takes. A list that a document leaves out says nothing. */
function flawsOfRequest(name: string, provider: ProviderConfiguration, document: Document): Found[] {
  const { scopes, acrValues, authentication, decryption, userinfoAlg } = provider;
  const ages = MINIMUM_AGES.filter((age) => answersFor(age, provider)).map((age) => String(askedFor(provider, age)));
  const lacks = (list: unknown, wanted: readonly string[]) => wanted.filter((one) => !names(list, one));
  const forAges = (text: string) => ages.map((age) => text.replaceAll("{age}", age));
  const rows: [flaws: readonly string[], words: string, setting: string][] = [
    [lacks(document.scopes_supported, scopes.flatMap(forAges)), "does not know the scope", "SCOPES"],
    [
      lacks(document.acr_values_supported, acrValues ? forAges(acrValues) : []),
      "does not know the acr_values",
      "ACR_VALUES",
    ],
    [
      lacks(document.token_endpoint_auth_methods_supported ?? ["client_secret_basic"], [authentication.method]),
      "does not let us prove ourselves by",
      "TOKEN_ENDPOINT_AUTH_METHOD",
    ],
    [
      lacks(document.id_token_encryption_enc_values_supported, decryption ? [decryption.contentEncryption] : []),
      "does not encrypt with",
      "CONTENT_ENCRYPTION",
    ],
    [
      lacks(document.userinfo_signing_alg_values_supported, userinfoAlg ? [userinfoAlg] : []),
      "does not sign userinfo with",
      "USERINFO_ALG",
    ],
  ];
  return rows.flatMap(([flaws, words, setting]) =>
    [...new Set(flaws)].map((flaw) =>
      warn(`${name} ${words} ${flaw}, by its own document`, `Ask the eID; if it is right, set ${name}_${setting}.`),
    ),
  );
}

/** Says whether a list has a name. A list that is missing says nothing. */
function names(list: unknown, name: string): boolean {
  return !Array.isArray(list) || list.includes(name);
}

const KEY_TYPES: Record<string, string> = { RS: "RSA", PS: "RSA", ES: "EC", Ed: "OKP" };

function flawsOfKeys(name: string, alg: string, keys: Fetched): Found[] {
  if (!keys.ok)
    return [
      wrong(`${name} does not show its keys (${keys.why})`, keys.advice ?? "Answers cannot be checked: ask the eID."),
    ];
  const all: unknown[] = Array.isArray(keys.document.keys) ? keys.document.keys : [];
  if (!all.every(isObject))
    return [wrong(`${name} lists a key that is no JSON object`, "Answers cannot be checked: tell the eID.")];
  const fitting = all.filter(
    (key) =>
      key.kty === KEY_TYPES[alg.slice(0, 2)] &&
      key.use !== "enc" &&
      (key.kty !== "OKP" || key.crv === "Ed25519") &&
      namesOfAlg(alg).includes(String(key.alg ?? alg)),
  );
  return fitting.length > 0
    ? []
    : [wrong(`${name} shows no key for ${alg}`, `Set ${name}_ID_TOKEN_ALG to an algorithm of its keys.`)];
}

async function fetchJson(url: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const asked = Date.now();
    const headers = { Accept: "application/json" };
    const response = await boundedFetch(url, { method: "GET", headers, body: null, redirect: "manual", signal });
    const date = Date.parse(response.headers.get("Date") ?? "");
    // `Date` has whole seconds.
    const secondsAhead = Number.isNaN(date) ? 0 : Math.round((date - (asked + Date.now()) / 2) / 1_000);
    if (!response.ok) return { ok: false, why: `status ${response.status}` };
    const document = objectIn(await response.text());
    return document === null ? { ok: false, why: "no JSON object" } : { ok: true, document, secondsAhead };
  } catch (fault) {
    if (signal.aborted) return { ok: false, why: `no answer within ${LIMIT_MS / 1_000} s` };
    return { ok: false, why: whyOf(fault), advice: certificateAdvice(faultOf(fault).code) };
  }
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: "nothing listens",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "no answer of the DNS",
  ECONNRESET: "a connection that was cut",
  CERT_HAS_EXPIRED: "a certificate that has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "a certificate that nobody vouches for",
  EID_ANSWER_TOO_LARGE: "too much",
};

function whyOf(fault: unknown): string {
  const { code = "no connection" } = faultOf(fault);
  return FAULTS[code] === undefined ? code : `${FAULTS[code]} (${code})`;
}
