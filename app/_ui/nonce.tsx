"use client";

import { setNonce } from "get-nonce";

/** Radix adds a style element when a menu or a dialog opens. It needs the nonce of the page's Content-Security-Policy. */
export function Nonce({ value }: { value: string }) {
  setNonce(value);
  return null;
}
