import { statSync } from "node:fs";
import { configurationProblems } from "#lib/eid/read-providers.ts";
import { ignoredVariables } from "#lib/runtime/ignored-variables.rules.ts";
import { readConfig } from "#lib/runtime/read-config.ts";
import { type Environment, SECRETS } from "#lib/runtime/secret-files.ts";
import { type Found, foundOr, ok, warn, wrong } from "./finding.ts";

/** Checks every setting of the server, as it would start with them; and who may read the files of secrets. */
export async function checkConfiguration(env: Environment): Promise<Found[]> {
  const problems = configurationProblems(env).map((problem) =>
    wrong(problem, "Run the doctor with the environment of the server. If you did, correct it (configuration.md)."),
  );
  const read = readConfig(env);
  const sound = read.ok
    ? [
        ...keysOf(read.config.keys.length),
        ...contactOf(read.config),
        ...stripeOf(read.config.stripe?.webhookSecrets.length),
      ]
    : [];
  return [
    ...foundOr("The settings hold", ...problems),
    ...sound,
    ...SECRETS.flatMap((name) => fileOf(env, name)),
    ...ignoredVariables(env).map(({ name, advice }) => warn(`${name} is set, and not read`, advice)),
  ];
}

/** Counts them. The schema has seen to their length, and that they are random. */
function keysOf(count: number): Found[] {
  return [ok(count === 1 ? "AGEWAY_KEYS has one key" : `AGEWAY_KEYS has ${count} keys: the first signs, all verify`)];
}

/** Looks for a contact. The demo has no operator whom somebody could write to. */
function contactOf({ securityContact, isDemo }: { securityContact: string | null; isDemo: boolean }): Found[] {
  if (securityContact !== null) return [ok(`/.well-known/security.txt names ${securityContact}`)];
  if (isDemo) return [];
  return [
    warn(
      "There is no /.well-known/security.txt",
      "Set SECURITY_CONTACT, so that a person who finds a weakness knows whom to tell.",
    ),
  ];
}

function stripeOf(count: number | undefined): Found[] {
  return count === undefined ? [] : [ok(`STRIPE_WEBHOOK_SECRETS has ${count}`)];
}

/** Where the container's engine puts secrets, everybody in the container may read them, and that is only Ageway. */
const OF_CONTAINER = "/run/secrets/";
const [READ_BY_OTHERS, WRITTEN_BY_OTHERS] = [0o004, 0o022];

function fileOf(env: Environment, name: string): Found[] {
  const file = env[`${name}_FILE`]?.trim();
  if (!file || file.startsWith(OF_CONTAINER)) return [];
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  // `configurationProblems` names a file that is not there.
  if (mode === undefined || (mode & (READ_BY_OTHERS | WRITTEN_BY_OTHERS)) === 0) return [];
  return [
    warn(`Others may read or write the file of ${name}`, `chmod 600 ${file}, as the user of the server owns it.`),
  ];
}
