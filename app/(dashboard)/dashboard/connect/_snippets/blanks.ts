import type { ProviderId } from "#lib/core/provider.rules.ts";

/**
 * What is filled in: our address, the member's key, which eID, the page that visitors come back to, and how its cookie is
 * set.
 */
export type Blanks = { ageway: string; key: string; provider: ProviderId; page: string; cookie: string };
