import { isLoopback } from "#lib/base/host.rules.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { holdConfig } from "#lib/runtime/config.ts";
import { type Config, readAdminConfig, readConfig } from "#lib/runtime/read-config.ts";
import { type Environment, readEnvironment } from "#lib/runtime/secret-files.ts";
import { readProvider } from "./configuration.ts";
import { kidsOfTwoKeys } from "./own-keys.ts";
import { isSameIssuer } from "./preset-issuer.ts";
import { holdProviders, type ProviderConfiguration, type Providers } from "./providers.ts";

/**
 * Reads the settings and the eIDs of this process from its environment, where it starts. It has no eIDs where they do not hold: a
 * server has said so and ended (`configurationProblems`), and the operator's command works without.
 */
export function loadConfiguration(): void {
  holdConfig(readConfig(process.env), readAdminConfig(process.env));
  const read = readProviders(process.env, null);
  if (read.ok) holdProviders(read.providers);
}

/** Gives the doctor the eIDs, where their settings hold, whatever the others are like. `null`: they do not. */
export function soundProviders(env: Environment, ours: Pick<Config, "baseUrl" | "isDemo"> | null): Providers | null {
  const read = readProviders(env, ours);
  return read.ok ? read.providers : null;
}

/** Every problem of the whole configuration, so that an operator can fix all of them at once. Empty: it is sound. */
export function configurationProblems(env: Environment): string[] {
  const read = readConfig(env);
  const eids = readProviders(env, read.ok ? read.config : null);
  return [...(read.ok ? [] : read.problems), ...(eids.ok ? [] : eids.problems)];
}

type Read = { ok: true; providers: Providers } | { ok: false; problems: string[] };

function readProviders(given: Environment, ours: Pick<Config, "baseUrl" | "isDemo"> | null): Read {
  // `readConfig` names those that cannot be read.
  const { env } = readEnvironment(given);
  const problems: string[] = [];
  const isGiven = (prefix: string) => Object.keys(env).some((name) => name.startsWith(`${prefix}_`));
  const provider = (prefix: string) => {
    if (!isGiven(prefix)) return null;
    const one = readProvider(env, prefix);
    if (!one.ok) problems.push(...one.problems);
    return one.ok ? one.provider : null;
  };
  if (!isGiven("EID_S") && !isGiven("EID_B")) problems.push(NO_LIVE_EID);
  const [s, b] = [provider("EID_S"), provider("EID_B")];
  const [testS, testB] = [provider("EID_TEST_S"), provider("EID_TEST_B")];
  const isOnThisMachine = ours === null || ours.isDemo || isLoopback(new URL(ours.baseUrl).hostname);
  if (!isOnThisMachine) problems.push(...unreachableOf({ s, b }), ...testEidsAmong({ s, b }, [testS, testB]));
  const configured = [s, b, testS, testB].filter((one) => one !== null);
  for (const kid of kidsOfTwoKeys(configured))
    problems.push(`two keys of the eIDs have the kid ${kid}: eIDs find our keys by it in one list, so name each apart`);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, providers: { live: { s, b }, test: { s: testS, b: testB } } };
}

const NO_LIVE_EID =
  "EID_S_PRESET or EID_B_PRESET is missing: without an eID for live keys only the demo starts. One is enough: name its preset and your credentials (docs/operate/eid.md), and read what it will ask with ageway eid check <preset>";

type Live = Record<ProviderId, ProviderConfiguration | null>;

function unreachableOf(live: Live): string[] {
  return Object.values(live)
    .filter((provider) => provider !== null && isLoopback(new URL(provider.issuer).hostname))
    .map(
      (provider) =>
        `the issuer ${provider?.issuer} contradicts BASE_URL: a visitor's browser cannot reach an eID on localhost`,
    );
}

/** Live eIDs that are also used for tests, where everybody chooses an age. */
function testEidsAmong(live: Live, test: readonly (ProviderConfiguration | null)[]): string[] {
  return Object.entries(live).flatMap(([name, provider]) => {
    const prefix = `EID_${name.toUpperCase()}`;
    if (provider?.preset?.startsWith("sandbox-"))
      return [
        `${prefix}_PRESET ${provider.preset} contradicts BASE_URL: at the sandbox anybody is as old as they like`,
      ];
    const isTest = test.some(
      (one) => one && one.clientId === provider?.clientId && isSameIssuer(one.issuer, provider.issuer),
    );
    return provider && isTest
      ? [`${prefix}_CLIENT_ID is also the client of the test eID, where anybody is as old as they like: use another`]
      : [];
  });
}
