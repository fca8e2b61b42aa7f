import type { ProviderSettings } from "../settings.ts";

/** `undefined` for a setting that is named: the preset wants the operator's word for it. */
export type PresetSettings = { [Setting in keyof ProviderSettings]?: ProviderSettings[Setting] | undefined };

/**
 * Holds what a scheme prescribes through one broker. Credentials are the operator's own. `require` checks on the answer
 * what the request asked for, because the request travels through the visitor's browser.
 */
export type Preset = {
  settings: PresetSettings;
  /** Where the scheme has one for everybody. Exactly these, so that no other eID can stand in. */
  issuer?: { live: string; test?: string };
  /** Where each customer has an issuer of its own: what it is like, where all are alike. */
  issuers?: { pattern: RegExp; example: string };
  /** The hosts at which the broker's customers try things out. */
  testHosts?: RegExp;
  /** The public documentation that says so, and the day on which it was read. */
  source: { url: string; read: string };
};

/**
 * The Finnish Trust Network, through any broker (Traficom, recommendation 213/2023 S, for all since 31 August 2025): a key instead
 * of a secret, signed requests, encrypted answers. With which algorithm is agreed with the broker, so the operator says it.
 */
export const FTN_SECURITY: PresetSettings = {
  authMethod: "private_key_jwt",
  signedRequests: "always",
  contentEncryption: undefined,
};
