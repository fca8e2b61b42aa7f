type Host = { host: string; port: number };

/**
 * `prefer`: TLS where the server offers it. `require`: with any certificate. `verify-ca`: with one that a trusted authority signed.
 * `verify-full`: with one that also names the host.
 */
type TlsMode = "disable" | "prefer" | "require" | "verify-ca" | "verify-full";

/** Where PostgreSQL is, and how to log in there. A host that begins with a slash is the folder of a Unix socket. */
export type AddressParts = {
  hosts: readonly [Host, ...Host[]];
  /** Empty: the user of the process. */
  user: string;
  password: string;
  /** Empty: the name of the user. */
  database: string;
  tlsMode: TlsMode;
  /** The file of the certificates that are trusted; `null`: those that Node trusts. */
  caFile: string | null;
  /** The names of parameters that change nothing here. */
  unused: readonly string[];
};

/** `problem` never holds a piece of the text but the name of a parameter. */
type Parsed = ({ ok: true } & AddressParts) | Refused;
type Refused = { ok: false; problem: string };

/** libpq takes an address apart so (PostgreSQL's documentation, "Connection URIs"): a password may hold `:`, `?` and `#`. */
const SHAPE = /^postgres(?:ql)?:\/\/(?:([^@/:]*)(?::([^@/]*))?@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
const HOST = /^(?:\[([^[\]]+)\]|([^:[\]]*))(?::(.*))?$/;

const BEGINS = "must begin with postgres://, such as postgres://user:password@host:5432/ageway";
const ENCODE = "cannot be read: in a user, a password or a parameter, write @ as %40, / as %2F and % as %25";
const PAIRS = "has a parameter without a value behind ?: write name=value, and & between two";
const WHERE = "names no host and port that can be read: write host:5432, and an IPv6 address in [ ]";

/** Settings of libpq and of other drivers that Ageway has its own way of, or does not need. */
const UNUSED = new Set(
  `application_name fallback_application_name channel_binding connect_timeout keepalives keepalives_idle keepalives_interval
  keepalives_count tcp_user_timeout gssencmode gssdelegation krbsrvname gsslib load_balance_hosts sslnegotiation sslsni
  sslcompression sslcertmode ssl_min_protocol_version ssl_max_protocol_version client_encoding schema currentSchema
  search_path connection_limit pool_timeout pool_size socket_timeout statement_cache_size prepareThreshold uselibpqcompat
  pgbouncer`.split(/\s+/),
);

const isNot =
  (...values: string[]) =>
  (value: string) =>
    !values.includes(value);
const SCHEMA = [isNot("public"), "names a schema, and the tables are in public: take that out"] as const;
/** Values of those that would change something, and what to do about them. */
const CHANGES: Readonly<Record<string, readonly [isSo: (value: string) => boolean, problem: string]>> = {
  gssencmode: [(value) => value === "require", "wants gssencmode, which Ageway does not speak: write sslmode instead"],
  client_encoding: [
    isNot("auto", "UTF8", "utf8", "UTF-8", "utf-8"),
    "has a client_encoding: Ageway speaks UTF-8, so take that out",
  ],
  ssl_min_protocol_version: [
    isNot("TLSv1", "TLSv1.1", "TLSv1.2"),
    "has an ssl_min_protocol_version: ask for that at the server",
  ],
  pgbouncer: [isNot("false"), "has pgbouncer: take that out, and set DATABASE_POOLER=transaction"],
  target_session_attrs: [
    isNot("any", "read-write", "primary"),
    "has a target_session_attrs of servers that take no writes: write target_session_attrs=read-write",
  ],
  ssl: [isNot("true"), "has ssl: write sslmode=verify-full instead, or sslmode=disable"],
  schema: SCHEMA,
  currentSchema: SCHEMA,
  search_path: SCHEMA,
};

const BY_PASSWORD = "has a certificate to log in with: Ageway logs in by a password, so take that out";
const INSTEAD: Readonly<Record<string, string>> = {
  options: "has options: take them out, and give the login what they set (ALTER ROLE … SET …)",
  service: "has a service: write its host, user and password into the address",
  passfile: "has a passfile: write the password into the address",
  sslcert: BY_PASSWORD,
  sslkey: BY_PASSWORD,
};

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const MODE = `has an unknown sslmode: write one of ${MODES.join(", ")}`;
const SYSTEM = "has sslrootcert=system, which counts for sslmode=verify-full alone: write that";
const NO_CA = "has an sslrootcert, which counts for sslmode=verify-full and verify-ca alone: write one of them";

/** These say where the database is, and not how to talk to it. */
const PLACES = ["host", "port", "user", "password", "dbname"];

/** Reads the text of an address to the letter, as libpq does: what it cannot mean is refused, and not guessed. */
export function parseAddress(text: string): Parsed {
  const match = SHAPE.exec(text.trim());
  if (!match) return refuse(BEGINS);
  const [user, password, authority, path, query] = match.slice(1).map((part = "") => part) as Five;
  // A second @ stands behind a / or an @ that belongs to the password.
  if ([authority, path, query].some((part) => part.includes("@"))) return refuse(ENCODE);
  const decoded = [user, password, path].map(decode);
  if (decoded.includes(null)) return refuse(ENCODE);
  const parameters = parametersOf(query);
  if (typeof parameters === "string") return refuse(parameters);
  const hosts = hostsOf(parameters, authority);
  if (hosts === null) return refuse(WHERE);
  const problem = problemOf(parameters);
  if (problem !== null) return refuse(problem);
  const mode = parameters.get("sslmode") ?? (parameters.get("ssl") === "true" ? "require" : undefined);
  const tls = tlsOf(mode, parameters.get("sslrootcert") ?? null);
  if (typeof tls === "string") return refuse(tls);
  return {
    ok: true,
    hosts,
    user: parameters.get("user") ?? decoded[0] ?? "",
    password: parameters.get("password") ?? decoded[1] ?? "",
    database: parameters.get("dbname") ?? decoded[2] ?? "",
    ...tls,
    unused: [...parameters.keys()].filter((name) => UNUSED.has(name)),
  };
}

type Five = [string, string, string, string, string];

function refuse(problem: string): Refused {
  return { ok: false, problem };
}

/** `null`: a % that begins no code, or codes that are no text. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}

/** Or what is wrong with them. The last of two with one name counts. */
function parametersOf(query: string): Map<string, string> | string {
  const parameters = new Map<string, string>();
  for (const pair of query.split("&").filter((pair) => pair !== "")) {
    const [, name, raw = ""] = /^([\w.-]+)=(.*)$/s.exec(pair) ?? [];
    const value = decode(raw);
    if (name === undefined) return PAIRS;
    if (value === null) return ENCODE;
    parameters.set(name, value);
  }
  return parameters;
}

/** `host` counts more than what stands before the path. One port is that of every host. */
function hostsOf(parameters: ReadonlyMap<string, string>, authority: string): AddressParts["hosts"] | null {
  const named = parameters
    .get("host")
    ?.split(",")
    .map((host): NamedHost => ({ host, port: "" }));
  const ports = parameters.get("port")?.split(",") ?? [];
  const hosts = (named ?? authority.split(",").map(readHost)).map((one, n) => {
    const port = one?.port || ports[ports.length > 1 ? n : 0] || "5432";
    return one && /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536
      ? { host: one.host || "localhost", port: Number(port) }
      : null;
  });
  const [first, ...others] = hosts.flatMap((host) => host ?? []);
  return first && !hosts.includes(null) ? [first, ...others] : null;
}

type NamedHost = { host: string; port: string };

function readHost(text: string): NamedHost | null {
  const [all, ipv6, name = "", port = ""] = HOST.exec(text) ?? [];
  const host = decode(ipv6 ?? name);
  return all === undefined || host === null ? null : { host, port };
}

function problemOf(parameters: ReadonlyMap<string, string>): string | null {
  for (const [name, value] of parameters) {
    const [changes, problem] = CHANGES[name] ?? [];
    if (changes?.(value)) return problem ?? null;
    if (INSTEAD[name] !== undefined) return INSTEAD[name];
    if (!(PLACES.includes(name) || UNUSED.has(name) || KNOWN.has(name)))
      return `has the parameter ${name}, which Ageway does not know: take it out`;
  }
  return null;
}

const KNOWN = new Set(["ssl", "sslmode", "sslrootcert", "target_session_attrs"]);

/** Certificates that are named for `require` are compared, as libpq does; or a problem. */
function tlsOf(mode: string | undefined, rootCert: string | null): Pick<AddressParts, "tlsMode" | "caFile"> | string {
  if (mode !== undefined && !MODES.includes(mode)) return MODE;
  if (rootCert === "system")
    return (mode ?? "verify-full") === "verify-full" ? { tlsMode: "verify-full", caFile: null } : SYSTEM;
  if (rootCert === null) {
    // `allow` is glad of a connection without TLS, and differs in nothing else.
    const tlsMode = mode === "allow" ? "prefer" : ((mode ?? "prefer") as TlsMode);
    return { tlsMode, caFile: null };
  }
  if (mode === "require" || mode === "verify-ca") return { tlsMode: "verify-ca", caFile: rootCert };
  return mode === "verify-full" ? { tlsMode: "verify-full", caFile: rootCert } : NO_CA;
}
