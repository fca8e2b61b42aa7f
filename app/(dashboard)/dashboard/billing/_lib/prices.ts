import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { readerFormats } from "#app/(dashboard)/_lib/reader-formats.ts";
import type { ProviderId } from "#lib/core/provider.rules.ts";
import { configuredProviders } from "#lib/eid/providers.ts";

type Terms = { currency: string; priceSMinor: number; priceBMinor: number };

const WHAT = { s: "per confirmed check", b: "per link" } as const;

/** Says what a check costs, such as €0.10 "per check"; one for each live eID where they differ. */
export async function pricesOf({
  currency,
  priceSMinor,
  priceBMinor,
}: Terms): Promise<{ amount: string; what: string }[]> {
  const { money } = await readerFormats();
  const live = configuredProviders().filter(({ mode }) => mode === "live");
  const providers: readonly ProviderId[] = live.length > 0 ? live.map(({ provider }) => provider) : ["s", "b"];
  const prices = { s: priceSMinor, b: priceBMinor };
  const amountOf = (id: ProviderId) => money(prices[id], currency);
  if (new Set(providers.map(amountOf)).size === 1)
    return [{ amount: amountOf(providers[0] ?? "s"), what: "per check" }];
  return providers.map((id) => ({ amount: amountOf(id), what: `${WHAT[id]} (${eidName(id)})` }));
}
