import type { Language } from "#lib/core/language.rules.ts";
import type { Shop } from "#lib/verification/link-state.ts";

/** Holds what a visitor can do next: `post` changes something, `href` only leads somewhere. `language`: of the words, where it is not the page's. */
export type PageAction = { words: string; language?: Language } & ({ post: string } | { href: string });

/** The actions of a page; the first is the primary one. They share one form: each button names its own address. */
export function Actions({ actions }: { actions: PageAction[] }) {
  const all = actions.map((action, i) => {
    const className = i === 0 ? "action first" : "action";
    return "post" in action ? (
      <button key={action.words} type="submit" formAction={action.post} className={className} lang={action.language}>
        {action.words}
      </button>
    ) : (
      <a key={action.words} href={action.href} rel="noreferrer" className={className}>
        {action.words}
      </a>
    );
  });
  return actions.some((action) => "post" in action) ? (
    <form className="actions" method="post">
      {all}
    </form>
  ) : (
    <div className="actions">{all}</div>
  );
}

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
