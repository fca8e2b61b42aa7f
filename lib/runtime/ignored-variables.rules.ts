type Ignored = { name: string; advice: string };

const OF_LIBPQ =
  "HOST HOSTADDR PORT DATABASE USER PASSWORD PASSFILE SERVICE OPTIONS SSLMODE SSLROOTCERT SSLCERT SSLKEY SSLCRL TARGETSESSIONATTRS";
const PROXY = "Set NODE_USE_ENV_PROXY=1, too, to reach eIDs and Stripe through it (own-ca.md).";
const CERTIFICATES = "Name the file of your authorities in NODE_EXTRA_CA_CERTS (own-ca.md).";

const ADVICE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    OF_LIBPQ.split(" ").map((name) => [`PG${name}`, "Write it into DATABASE_URL: nothing else is read."]),
  ),
  ...Object.fromEntries(["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [name, PROXY])),
  SSL_CERT_FILE: CERTIFICATES,
  SSL_CERT_DIR: CERTIFICATES,
  WORKERS: "Run a process for each core that calls need (scale.md).",
};

/** Says what Ageway does not read, where it is set: its operator may count on it. */
export function ignoredVariables(env: Readonly<Record<string, string | undefined>>): Ignored[] {
  return Object.keys(env).flatMap((name) => {
    const advice = ADVICE[name.toUpperCase()];
    if (advice === undefined || !env[name]?.trim()) return [];
    const isDone = env[advice === PROXY ? "NODE_USE_ENV_PROXY" : advice === CERTIFICATES ? "NODE_EXTRA_CA_CERTS" : ""];
    return isDone?.trim() ? [] : [{ name, advice }];
  });
}
