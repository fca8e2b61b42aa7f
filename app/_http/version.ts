/**
 * Holds what an instance says in `Ageway-Version`: instances are updated by their operators, so the same client meets
 * several. The second number grows with each addition to the API; `docs/integrate/versions.md` says what an addition is.
 */
export const API_VERSION = "1.0";
