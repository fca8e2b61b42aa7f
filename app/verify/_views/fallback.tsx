import type { Shop } from "#lib/verification/link-state.ts";
import type { Words } from "./messages.ts";
import { eidOf } from "./setting.ts";

/** The shop's own way for people who have no eID, such as foreigners. It tells the shop nothing about the check. */
export function Fallback({ shop, words }: { shop: Shop; words: Words }) {
  if (shop.fallbackUrl === null) return null;
  return (
    <p className="small">
      <a href={shop.fallbackUrl} rel="noreferrer">
        {words("action.withoutEid", { id: eidOf(shop).name })}
      </a>
    </p>
  );
}
