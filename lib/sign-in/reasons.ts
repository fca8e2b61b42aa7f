import type { Unauthorized } from "#lib/core/authorize.ts";

/** Why a session is not ended. */
export type SignInReason = Unauthorized | "session_unknown";
