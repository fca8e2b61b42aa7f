import { Frame } from "./frame.tsx";
import type { Open } from "./start.tsx";
import { type Way, Ways } from "./ways.tsx";

type Waiting = Open & { hasLooked: boolean; look: string };

/**
 * For somebody who went to the eID and is here again: from its app, which led elsewhere, or by Back. Looking goes on if the
 * eID has answered meanwhile, in whichever tab of this browser.
 */
export function Waiting({ setting, shop, id, host, openUntil, hasLooked, look, action, confirm }: Waiting) {
  const { words } = setting;
  const checkNow: Way = { words: words("action.checkNow"), href: look };
  const cancel: Way = { words: words("action.cancel", { host }), post: action("leave") };
  return (
    <Frame {...setting} heading={words("start.heading", { age: shop.minimumAge })} host={host}>
      <p role={hasLooked ? "status" : undefined}>{words(hasLooked ? "waiting.notYet" : "waiting.question", { id })}</p>
      <Ways ways={hasLooked ? [confirm, checkNow, cancel] : [checkNow, confirm, cancel]} />
      <p className="small">{words("start.openUntil", { time: openUntil })}</p>
    </Frame>
  );
}
