import type { ProviderId } from "#lib/core/provider.rules.ts";

/**
 * What a snippet is filled in with. `ageway`: our origin. `page`: where visitors come back to. `cookie`: the attributes of its
 * session cookie.
 */
export type Blanks = { ageway: string; key: string; provider: ProviderId; page: string; cookie: string };
