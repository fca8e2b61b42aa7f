import type { Params } from "#app/(dashboard)/_lib/query.ts";
import { MINIMUM_AGES, type MinimumAge, readMinimumAge } from "#lib/core/age.rules.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import type { ReturnUrlFlaw } from "#lib/core/return-url.rules.ts";
import { PLATFORMS, type Platform } from "../_snippets/snippets.ts";
import { readTypedPage } from "./typed-page.rules.ts";

/** Offers the highest first. */
export const AGES = MINIMUM_AGES.toReversed();

/** Holds what one chooses on the page. All of it stands in the address, and nothing is stored. */
export type ConnectOptions = { key: string; provider: ProviderId; age: MinimumAge; page: string; platform: Platform };

/** `pageFlaw`: why the return page is none; it is then as it was typed. */
export type ReadOptions = ConnectOptions & { pageFlaw: ReturnUrlFlaw | null };

/** `page`: where visitors come back to, if the address does not say. */
type Choices = { mode: Mode; keys: readonly string[]; providers: readonly ProviderId[]; page: string };

/** Reads the options of an address. Whatever it does not say, or says wrongly, is the first choice. */
export function readOptions(given: Params, { mode, keys, providers, page }: Choices): ReadOptions {
  const chosen = typeof given.page === "string" && given.page !== "" ? given.page : page;
  const read = readTypedPage(chosen, mode === "test");
  return {
    key: keys.find((one) => one === given.key) ?? keys[0] ?? "",
    provider: providers.find((one) => one === given.eid) ?? providers[0] ?? "s",
    age: readMinimumAge(given.age) ?? 18,
    platform: PLATFORMS.find(({ platform }) => platform === given.platform)?.platform ?? "node",
    page: typeof read === "string" ? chosen : read.href,
    pageFlaw: typeof read === "string" ? read : null,
  };
}

/** `more`: further parameters. */
export function connectAddress(mode: Mode, { key, provider, age, page, platform }: ConnectOptions, more = ""): string {
  const params = new URLSearchParams({
    ...(mode === "test" && { mode }),
    ...{ key, age: String(age), eid: provider, page, platform },
  });
  return `/dashboard/connect?${params}${more}`;
}

/** Writes the options as hidden fields of a form, which comes back to them. */
export function hiddenOf({ key, provider, age, page, platform }: ConnectOptions): Record<string, string> {
  return { key, provider, age: String(age), page, platform };
}
