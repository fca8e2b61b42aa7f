import type { Shop } from "#lib/flow/standing.ts";
import { Frame, type Setting } from "./frame.tsx";
import { type Way, Ways } from "./ways.tsx";

type Waiting = {
  setting: Setting;
  shop: Shop;
  id: string;
  host: string;
  openUntil: string;
  hasLooked: boolean;
  look: string;
  action: (deed: string) => string;
};

/**
 * For somebody who went to the eID and is here again: from its app, which led elsewhere, or by Back. Looking goes on if the
 * eID has answered meanwhile, in whichever tab of this browser.
 */
export function Waiting({ setting, shop, id, host, openUntil, hasLooked, look, action }: Waiting) {
  const { words } = setting;
  const checkNow: Way = { words: words("action.checkNow"), href: look };
  const confirm: Way = { words: words("action.confirm", { id }), post: action("confirm") };
  const cancel: Way = { words: words("action.cancel", { host }), post: action("leave") };
  return (
    <Frame {...setting} heading={words("start.heading", { age: shop.minimumAge })} host={host}>
      <p role={hasLooked ? "status" : undefined}>{words(hasLooked ? "waiting.notYet" : "waiting.question", { id })}</p>
      <Ways ways={hasLooked ? [confirm, checkNow, cancel] : [checkNow, confirm, cancel]} />
      <p className="small">{words("start.openUntil", { time: openUntil })}</p>
    </Frame>
  );
}
