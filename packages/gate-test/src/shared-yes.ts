import { shownIn } from "./return-visit.ts";
import { Open } from "./shop.ts";
import type { Walking } from "./walking.ts";

/** As the end of a sentence. */
const SHARED = "the yes of one visitor opens the page to all";

/**
 * Ends the walk where a visitor who brings nothing sees the page, which was closed before anybody had a yes: what the others
 * brought shows nothing then.
 */
export async function endIfShared({ shop, evidence, protects, newVisitor }: Walking): Promise<void> {
  if (evidence.wasOpen || !shownIn(await newVisitor().open(shop.url), protects)) return;
  evidence.shared = `Once one visitor had a yes, another saw the protected text at ${shop.url}, and had brought nothing.`;
  throw new Open(SHARED);
}
