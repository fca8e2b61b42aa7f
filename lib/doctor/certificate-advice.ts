const UNKNOWN_AUTHORITY =
  "Its certificate is by an authority that this machine does not know. If that is your own, name its file in NODE_EXTRA_CA_CERTS (own-ca.md).";

const ADVICE: Record<string, string> = {
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  ERR_SSL_WRONG_VERSION_NUMBER:
    "What answers there begins without TLS: is it the right port, and the right scheme before ://?",
  CERT_HAS_EXPIRED: "Its certificate ended: renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another host than the one that the setting names.",
};

/** Says what to do about TLS that does not come about; `undefined`: the code says something else. */
export function certificateAdvice(code: string | undefined): string | undefined {
  return ADVICE[code ?? ""];
}
