"use client";

import { setNonce } from "get-nonce";

/** What opens over a page (a menu, a dialog) adds a style sheet; this lets it pass the page's policy. */
export function Nonce({ value }: { value: string }) {
  setNonce(value);
  return null;
}
