const ED25519 = ["EdDSA", "Ed25519"];

/** All names of a signature algorithm: RFC 9864 gave the EdDSA of Ed25519 a second one. Both are checked alike, with a key of that curve. */
export function namesOfAlg(alg: string): readonly string[] {
  return ED25519.includes(alg) ? ED25519 : [alg];
}
