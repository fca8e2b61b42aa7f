import { type Way, Ways } from "./actions.tsx";
import { Frame } from "./layout.tsx";
import { Mark, type Open } from "./start.tsx";

type Waiting = Open & { hasLooked: boolean; look: string };

/**
 * For somebody who went to the eID and is here again: from its app, which led elsewhere, or by Back. Looking goes on if the
 * eID has answered meanwhile, in whichever tab of this browser.
 */
export function WaitingView({ setting, id, host, brief, openUntil, hasLooked, look, action, confirm, mark }: Waiting) {
  const { words } = setting;
  const checkNow: Way = { words: words("action.checkNow"), href: look };
  const cancel: Way = { words: words("action.cancel", { host: brief }), post: action("leave") };
  return (
    <Frame {...setting} heading={words(hasLooked ? "waiting.notYet" : "waiting.question", { id })} host={host}>
      <p>{words("waiting.unfinished")}</p>
      <Mark id={id} mark={mark} />
      <Ways ways={hasLooked ? [confirm, checkNow, cancel] : [checkNow, confirm, cancel]} />
      <p className="small">{words("start.openUntil", { time: openUntil })}</p>
    </Frame>
  );
}
