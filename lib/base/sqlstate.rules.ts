/** Names PostgreSQL's conditions (its documentation, appendix A): those that are met often, and the class of the others. */
const CONDITIONS: Readonly<Record<string, string>> = {
  "08": "connection_exception",
  "0A": "feature_not_supported",
  "22": "data_exception",
  "23": "integrity_constraint_violation",
  "23505": "unique_violation",
  "25": "invalid_transaction_state",
  "25006": "read_only_sql_transaction",
  "26": "invalid_sql_statement_name",
  "28": "invalid_authorization_specification",
  "28P01": "invalid_password",
  "2B": "dependent_privilege_descriptors_still_exist",
  "3D": "invalid_catalog_name",
  "3F": "invalid_schema_name",
  "40": "transaction_rollback",
  "40P01": "deadlock_detected",
  "42": "syntax_error_or_access_rule_violation",
  "42501": "insufficient_privilege",
  "42703": "undefined_column",
  "42883": "undefined_function",
  "42P01": "undefined_table",
  "53": "insufficient_resources",
  "53100": "disk_full",
  "53200": "out_of_memory",
  "53300": "too_many_connections",
  "54": "program_limit_exceeded",
  "55": "object_not_in_prerequisite_state",
  "55P03": "lock_not_available",
  "57": "operator_intervention",
  "57014": "query_canceled",
  "57P01": "admin_shutdown",
  "57P03": "cannot_connect_now",
  "58": "system_error",
  P0: "plpgsql_error",
  XX: "internal_error",
  XX001: "data_corrupted",
};

const MIGRATE =
  "The tables are not those of this version. Start the server, which migrates them first; look for what kept it from that.";
const CORRUPT = "Data on the database's disk is damaged. Stop Ageway, copy the data directory, and restore a backup.";
const RESTARTS =
  "PostgreSQL ended the connection: it restarts, or somebody asked it to. The app connects again by itself.";
const UNREACHABLE =
  "Nothing answers at the host and port of DATABASE_URL. Does PostgreSQL run, and does a firewall let us in?";
const UNANSWERED =
  "Something at the host and port of DATABASE_URL closes each connection without an answer, as a proxy does that has no database behind it. Does PostgreSQL run there, and is that its port?";
const UNRESOLVED = "The host of DATABASE_URL has no address. Look for a typing error, and ask the DNS of this machine.";
const SLOW =
  "The database takes too long. Look for what it works on or waits for: SELECT pid, wait_event, query FROM pg_stat_activity.";
const LOCKED =
  "Another transaction holds what this one needs. Find it: SELECT pid, pg_blocking_pids(pid), query FROM pg_stat_activity.";
const MEETS =
  "Two transactions met, and this one gave way. Only if there are many: look for what holds locks for long.";

const UNTRUSTED =
  "Nobody whom this machine trusts signed the certificate of the database. Name the file of its authority in DATABASE_URL (&sslrootcert=/path/ca.pem), or in NODE_EXTRA_CA_CERTS.";

/** Lists what an operator can do, by SQLSTATE or by the code of Node or of the driver where no connection comes about. */
const ADVICE: Readonly<Record<string, string>> = {
  "08P01": "Something between us and PostgreSQL does not speak its protocol. Is DATABASE_POOLER right for that pooler?",
  "25006":
    "The database takes no writes: DATABASE_URL leads to a standby, or default_transaction_read_only is on. Lead it to the primary.",
  "25P03": SLOW,
  "26000": "A pooler gave the statement to another connection. Set DATABASE_POOLER=transaction.",
  "28000":
    "PostgreSQL does not let this login in from here. Compare the user in DATABASE_URL with its roles and pg_hba.conf.",
  "28P01": "The password in DATABASE_URL is wrong, or the login does not exist.",
  "3D000": "There is no database of the name in DATABASE_URL.",
  "3F000": MIGRATE,
  "40001": MEETS,
  "40P01": MEETS,
  "42501":
    "The login may not do this. Start the server with DATABASE_OWNER_URL set, which grants the role ageway_app to the login of DATABASE_URL.",
  "42703": MIGRATE,
  "42704": MIGRATE,
  "42883": MIGRATE,
  "42P01": MIGRATE,
  "42P05": "A pooler shares prepared statements. Set DATABASE_POOLER=transaction.",
  "53100": "The database's disk is full. Make room or a larger one; the app goes on by itself.",
  "53200": "PostgreSQL has no memory left. Give its machine more, or lower its work_mem or max_connections.",
  "53300":
    "All connections of the database are taken. Lower DATABASE_POOL, raise max_connections, or put a pooler before it.",
  "53400": "PostgreSQL's own configuration forbids more. Its log says which setting.",
  "55P03": LOCKED,
  "57014": SLOW,
  "57P01": RESTARTS,
  "57P02": RESTARTS,
  "57P03": "PostgreSQL starts, stops or recovers. If that takes minutes, read its log.",
  "57P04": "The database was dropped. Restore a backup.",
  "58030": "PostgreSQL cannot read or write its disk. Its log says which file.",
  XX001: CORRUPT,
  XX002: CORRUPT,
  ECONNREFUSED: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  CONNECT_TIMEOUT: UNREACHABLE,
  NO_SOCKET:
    "The folder in DATABASE_URL holds no socket of PostgreSQL that we may open. Does PostgreSQL run, and is that folder in its unix_socket_directories?",
  CLOSED_AT_ONCE: UNANSWERED,
  TLS_NOT_OFFERED:
    "The database offers no TLS, which sslmode in DATABASE_URL asks for. Turn ssl on at PostgreSQL; only where nobody else is on the network, write sslmode=disable.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The certificate of the database names another host than DATABASE_URL. Write the host that it names; sslmode=verify-ca does not compare it.",
  CERT_HAS_EXPIRED: "The certificate of the database has expired. Renew it at PostgreSQL.",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ENOTFOUND: UNRESOLVED,
  EAI_AGAIN: UNRESOLVED,
  CONNECTION_CLOSED: RESTARTS,
  CONNECTION_ENDED: RESTARTS,
  CONNECTION_DESTROYED: RESTARTS,
  ECONNRESET: RESTARTS,
  DEADLINE: SLOW,
};

/** Lists what the same code means while a connection is opened, and while the tables are brought to this version. */
const ADVICE_AT: Readonly<Record<Step, Readonly<Record<string, string>>>> = {
  connect: {
    "22023": "The role ageway_app does not exist. Run ageway migrate, which makes it.",
    "28000":
      "PostgreSQL does not let this login in from here, or not with this sslmode. Compare DATABASE_URL with its roles and pg_hba.conf.",
    "42501": "The login may not work as ageway_app. Run ageway migrate with DATABASE_OWNER_URL set, which grants it.",
    "42704":
      "Something between us and PostgreSQL does not know a setting that each connection has. Does DATABASE_URL lead to a pooler? Then set DATABASE_POOLER.",
  },
  statement: {},
  migrate: {
    "42501":
      "Migrations need the login that owns the database (CREATE DATABASE ageway OWNER ageway_owner), and CREATEROLE, or a role ageway_app that is there and that a superuser has granted to the login of DATABASE_URL: see docs/operate/install.md. Give that login to DATABASE_OWNER_URL.",
    ...Object.fromEntries(
      ["3F000", "42703", "42704", "42883", "42P01", "42P07", "42710", "42701"].map((code) => [
        code,
        "The tables are not as this version's migrations left them: somebody changed them by hand. Restore a backup, or use an empty database.",
      ]),
    ),
  },
};

export type Step = "connect" | "statement" | "migrate";

/** Names a SQLSTATE or its class, and says what to do about it where an operator can; `null`: it is none. */
export function conditionOf(
  code: string | undefined,
  step: Step = "statement",
): { condition: string; advice: string | undefined } | null {
  const condition = code?.length === 5 ? (CONDITIONS[code] ?? CONDITIONS[code.slice(0, 2)]) : undefined;
  return condition === undefined ? null : { condition, advice: databaseAdvice(code, step) };
}

/** Says what an operator can do where the database did not answer. The code is a SQLSTATE, or one of Node or of the driver. */
export function databaseAdvice(code: string | undefined, step: Step = "statement"): string | undefined {
  return ADVICE_AT[step][code ?? ""] ?? ADVICE[code ?? ""];
}

/** Classes of SQLSTATE, and single ones, with which the whole database is away or busy, and not one statement wrong. */
const OF_DATABASE = /^(?:08|28|3D|53|55|57|58).{3}$|^25006$/;

/** Says whether waiting helps: the database is away, or whatever else stands behind a code of Node or of the driver. */
export function isOutage(code: string | undefined): boolean {
  return code !== undefined && (OF_DATABASE.test(code) || (code.length > 5 && code in ADVICE));
}

/** Says whether a row is at fault, by a data exception or a broken constraint: the same row would fail again. */
export function isOfTheRow(code: string | undefined): boolean {
  return /^2[23]/.test(code ?? "");
}

/** Says whether a message of this code names objects, and no values. */
export function namesObjects(code: string): boolean {
  return /^(?:0A|28|2B|3D|3F|42|53|55)/.test(code);
}

/** Another transaction holds the lock, and the statement does not wait, or has waited for as long as it may. */
export const LOCK_NOT_AVAILABLE = "55P03";
/** Says that the statement ran for longer than it may. */
export const QUERY_CANCELED = "57014";
