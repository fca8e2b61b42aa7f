import { readFileSync } from "node:fs";

/** The settings that hold a secret. */
export const SECRETS = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "AGEWAY_KEYS",
  "SMTP_URL",
  "REDIS_URL",
  "SIGN_IN_CLIENT_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRETS",
  ...["EID_S", "EID_B", "EID_TEST_S", "EID_TEST_B"].flatMap((eid) =>
    ["CLIENT_SECRET", "PRIVATE_KEY", "DECRYPTION_KEYS"].map((secret) => `${eid}_${secret}`),
  ),
];

export type Environment = Record<string, string | undefined>;

/**
 * Drops empty variables, because `FOO=` in an env file means "not set". Replaces each `NAME_FILE` of a secret by `NAME`, with what is
 * in that file, as secrets of containers and credentials of systemd come. Spaces and line ends around a secret are dropped. A
 * variable that cannot be replaced stays, with a problem.
 */
export function readEnvironment(given: Environment): { env: Environment; problems: string[] } {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const problems: string[] = [];
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = env[variable]?.trim();
    if (!file) continue;
    const read = env[name] ? "is set, and so is the setting itself: keep one of the two" : readSecret(file);
    if (typeof read === "string") {
      problems.push(`${variable} ${read}`);
      continue;
    }
    env[name] = read.secret;
    delete env[variable];
  }
  return { env, problems };
}

/** Or what is wrong with the file. The message never has what is in it. */
function readSecret(file: string): { secret: string } | string {
  try {
    const secret = readFileSync(file, "utf8").trim();
    return secret === "" ? `is empty: ${file}` : { secret };
  } catch (fault) {
    return `cannot be read (${(fault as NodeJS.ErrnoException).code}): ${file}`;
  }
}
