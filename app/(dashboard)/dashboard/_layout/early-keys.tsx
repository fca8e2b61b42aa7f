import { headers } from "next/headers";
import { EARLY_KEYS_SCRIPT } from "./early-keys-script.ts";

/**
 * Takes Ctrl or ⌘ K, and what is typed after it, from a page whose scripts are still on their way: a browser would search the web
 * with it. `Shortcuts` then opens the menu with what stands in `data-early`, and says by `data-listens` that it listens itself.
 */
export async function EarlyKeys() {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: EARLY_KEYS_SCRIPT }} />;
}
