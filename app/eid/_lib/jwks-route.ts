import { published } from "#app/_http/published.ts";
import { publicKeys } from "#lib/eid/public-keys.ts";

/** RFC 7517, 8.5.2. An eID may keep the keys for the time of a rotation's first step. */
const HEADERS = { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" };

/** Our public keys, for the eIDs that are told this address (`jwks_uri`). */
export const jwksRoute = published(HEADERS, async () => JSON.stringify(await publicKeys()));
