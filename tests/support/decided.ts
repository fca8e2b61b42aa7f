import { randomUUID } from "node:crypto";
import { beginMonth } from "#db/queries/admission.ts";
import { readReturnUrl } from "#lib/core/return-url.rules.ts";
import { database } from "#lib/runtime/database.ts";
import { decideAll } from "#lib/verification/decide-all.ts";
import type { StartRequest } from "#lib/verification/facts.ts";
import { readFacts } from "#lib/verification/facts.ts";

type Shop = { key: string; host: string; provider?: "s" | "b" };

/** Calls of these shops that are decided and not written: what a batch holds between its two statements. */
export async function decided(
  shops: readonly Shop[],
  given: Partial<StartRequest> = {},
  underLock: Parameters<typeof decideAll>[1] = null,
) {
  const facts = await readFacts(
    database("start"),
    shops.map((shop) => ({ ...startRequestOf(shop), ...given })),
  );
  const batch = decideAll(facts, underLock);
  await beginMonth(database("start"), batch.uncounted, facts.now);
  return { ...batch, now: facts.now };
}

/** A call of a shop's backend, for a visitor who has not come before. */
function startRequestOf({ key, host, provider = "b" }: Shop): StartRequest {
  const returnUrl = readReturnUrl(`https://${host}/back`, false);
  if (typeof returnUrl === "string") throw new Error(returnUrl);
  return {
    provider,
    pluginKey: key,
    deviceId: randomUUID(),
    minimumAge: 18,
    returnUrl,
    originHost: undefined,
    idempotencyKey: null,
    secret: null,
    caller: "192.0.2.1",
    visitor: null,
  };
}
