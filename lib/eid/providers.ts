import type { MinimumAge } from "#lib/core/age.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import type { Requirement } from "./claims.rules.ts";
import type { Authentication, Decryption } from "./credentials.ts";
import type { ProviderSettings } from "./settings.ts";

export type ProviderConfiguration = ProviderSettings & {
  require: readonly Requirement[];
  /** The preset that it is based on. */
  preset: string | undefined;
  issuer: string;
  clientId: string;
  authentication: Authentication;
  decryption: Decryption | null;
};

/** Keeps live and test eIDs apart: at a test eID everybody chooses an age. `null`: there is none. */
export type Providers = Record<Mode, Record<ProviderId, ProviderConfiguration | null>>;

const NAME = Symbol.for("ageway.eids");
/** One in this process, although the production entry and Next's build each contain this module. */
const place = globalThis as { [NAME]?: Providers };

/** Holds what `loadConfiguration` read: the eIDs are read once, where a process starts. */
export function holdProviders(read: Providers): void {
  place[NAME] = read;
}

/** The eIDs of this process. */
export function providers(): Providers {
  const held = place[NAME];
  if (held === undefined) throw new Error("This process has not read its eIDs");
  return held;
}

/** The eID of a check that was started. Throws where an operator has taken it away since. */
export function providerOf({ mode, provider }: { mode: Mode; provider: ProviderId }): ProviderConfiguration {
  const configured = providers()[mode][provider];
  if (configured === null) throw new Error(`This instance has no ${mode} eID behind ${provider} any more`);
  return configured;
}

/** Is there an eID, and does it take checks of this age? */
export function answersFor(minimumAge: MinimumAge, provider: ProviderConfiguration | null): boolean {
  return provider !== null && (minimumAge !== 16 || provider.checksOf16 !== "refuse");
}

/** Some eIDs answer for 18 only. Their yes holds for 16 too; their no leaves 16 unknown. */
export function askedFor({ checksOf16 }: ProviderConfiguration, minimumAge: MinimumAge): MinimumAge {
  return minimumAge === 16 && checksOf16 === "ask_18" ? 18 : minimumAge;
}

export function asksUserinfo({ claims, require, signInTimes }: ProviderConfiguration): boolean {
  return [...claims, ...require, ...signInTimes].some(({ source }) => source === "userinfo");
}

export function configuredProviders(): { mode: Mode; provider: ProviderId; configuration: ProviderConfiguration }[] {
  const { live, test } = providers();
  const of = (mode: Mode, { s, b }: Providers[Mode]) => [
    ...(s ? [{ mode, provider: "s" as const, configuration: s }] : []),
    ...(b ? [{ mode, provider: "b" as const, configuration: b }] : []),
  ];
  return [...of("live", live), ...of("test", test)];
}

/** Names the live eIDs for documents. Where both have one name, as in a demo, the letter tells them apart. */
export function liveEidNames(live = place[NAME]?.live): Partial<Record<ProviderId, string>> {
  const [s, b] = [live?.s?.name, live?.b?.name];
  const isShared = s !== undefined && s === b;
  return {
    ...(s !== undefined && { s: isShared ? `${s} S` : s }),
    ...(b !== undefined && { b: isShared ? `${b} B` : b }),
  };
}

const ED25519 = ["EdDSA", "Ed25519"];

/** All names of a signature algorithm: RFC 9864 gave the EdDSA of Ed25519 a second one. Both are checked alike, with a key of that curve. */
export function namesOfAlg(alg: string): readonly string[] {
  return ED25519.includes(alg) ? ED25519 : [alg];
}
