import type { ProviderConfiguration } from "#lib/eid/providers.ts";
import { type EidSummary, eidSummaryOf } from "#lib/eid/summary.ts";
import type { Environment } from "#lib/runtime/secret-files.ts";
import { schema } from "#lib/runtime/settings.ts";
import { checkEid } from "./check-eid.ts";
import { droppedFindings } from "./dropped-findings.ts";
import { type DoctorFinding, type Found, foundOr, runChecks, warn, wrong } from "./finding.ts";
import { type ReadEid, readEid } from "./read-eid.ts";
import { tryEid } from "./try-eid.ts";

/** `summary`: `null` where the settings do not hold. `source`: where the preset was read. `register`: what the eID must know of us. */
export type ExaminedEid = {
  summary: EidSummary | null;
  source: { url: string; read: string } | null;
  register: string[];
  rows: DoctorFinding[];
};

/** Examines one eID, before a contract by its documents, and after it by a request that nobody follows. */
export async function examineEid(
  which: string,
  issuer: string | undefined,
  env: Environment = process.env,
): Promise<ExaminedEid> {
  const eid = readEid(which, issuer, env);
  const { prefix, settings, provider } = eid;
  const source = eid.preset?.source ?? null;
  const none = { summary: null, source, register: [] };
  if (!Object.keys(settings).some((name) => name.startsWith(`${prefix}_`)))
    return { ...none, rows: await runChecks({ settings: async () => [notConfigured(prefix)] }) };
  const address = addressOf(settings.BASE_URL);
  const flaws = [...flawsOfSettings(eid), ...address.flaws];
  if (provider === null) return { ...none, rows: await runChecks({ settings: async () => flaws }) };
  const redirectUri = `${address.origin ?? "BASE_URL"}/verify/${prefix.endsWith("B") ? "b" : "s"}/callback`;
  const discovered = eid.hasIssuer ? checkEid(prefix, provider) : Promise.resolve([notDiscovered(eid)]);
  const rows = await runChecks({
    settings: async () => [...foundOr("The settings hold", ...flaws), ...droppedFindings(prefix, provider)],
    eid: () => discovered,
    encryption: async () => (eid.problems.length > 0 ? [] : notOpened(which, provider)),
    request: async () => {
      if (flaws.length > 0)
        return [notSent(hasContract(eid) ? "The settings come first." : "There are no credentials yet.")];
      if ((await discovered).some(({ state }) => state === "wrong"))
        return [notSent("What is wrong above comes first.")];
      return address.origin === null
        ? [notSent("BASE_URL is missing, which the redirect URI begins with.")]
        : [await tryEid(prefix, provider, redirectUri)];
    },
  });
  return { summary: eidSummaryOf(provider, eid.issuer), source, register: registerOf(provider, redirectUri), rows };
}

function notConfigured(prefix: string): Found {
  return wrong(
    `This instance has no eID behind ${prefix}`,
    `Name a preset in ${prefix}_PRESET, and your credentials; ageway eid check <preset> says what one asks.`,
  );
}

/** Finds flaws of settings. What a contract will give is missing rightly before there is one. */
function flawsOfSettings(eid: ReadEid): Found[] {
  return eid.problems.map((problem) =>
    hasContract(eid) || eid.provider === null ? wrong(problem, MEND) : warn(problem, OPEN),
  );
}

const OPEN = "Fine before there is a contract: where the words above need it, they assume one.";
const MEND = "Put it right, and run the check again (docs/operate/eid.md).";

function hasContract({ settings, prefix }: ReadEid): boolean {
  return settings[`${prefix}_CLIENT_ID`] !== undefined;
}

/** Ours. It need not be set before there is a contract; one that the server refuses must not be registered anywhere. */
function addressOf(given: string | undefined): { origin: string | null; flaws: Found[] } {
  if (given === undefined) return { origin: null, flaws: [] };
  const read = schema.shape.BASE_URL.safeParse(given);
  if (read.success) return { origin: new URL(read.data).origin, flaws: [] };
  return { origin: null, flaws: read.error.issues.map(({ message }) => wrong(`BASE_URL ${message}`, MEND)) };
}

function notDiscovered({ isPreset, prefix }: ReadEid): Found {
  const how = isPreset ? "--issuer <url>" : `--issuer <url>, or set ${prefix}_ISSUER`;
  return warn(
    "Its discovery document and keys were not looked at: this preset has no issuer, because the broker gives each customer one",
    `Once you have yours, run this again with ${how}.`,
  );
}

/** Says what was not tried: only an answer about a person shows it, so there is no trial. */
function notOpened(which: string, { decryption }: ProviderConfiguration): Found[] {
  if (decryption === null) return [];
  const kids = decryption.keys.map(({ kid }) => String(kid)).join(", ");
  return [
    warn(
      `Whether the eID encrypts to our key (${kids}) was not tried`,
      `See that it has the public half, which ageway eid jwks ${which} prints, and try one check with its test eID.`,
    ),
  ];
}

function notSent(why: string): Found {
  return warn("No request was sent", why);
}

function registerOf({ authentication, decryption }: ProviderConfiguration, redirectUri: string): string[] {
  const usesKeys = authentication.method === "private_key_jwt" || decryption !== null;
  const keys = redirectUri.replace(/\/verify\/.*/, "/.well-known/eid-jwks.json");
  const list = `our public keys ${keys}, or as text what ageway eid jwks prints`;
  return [`redirect URI ${redirectUri}`, ...(usesKeys ? [list] : [])];
}
