import type { Shop } from "#lib/verification/link-state.ts";

/** The shop's own way for people who have no eID, such as foreigners. It tells the shop nothing about the check. */
export function Fallback({ shop, text }: { shop: Shop; text: string }) {
  if (shop.fallbackUrl === null) return null;
  return (
    <p className="small">
      <a href={shop.fallbackUrl} rel="noreferrer">
        {text}
      </a>
    </p>
  );
}
