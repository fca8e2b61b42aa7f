import type { Shop } from "#lib/verification/link-state.ts";
import { type Way, Ways } from "./actions.tsx";
import { Frame, type Setting } from "./layout.tsx";

export type Open = {
  setting: Setting;
  shop: Shop;
  id: string;
  host: string;
  /** The host inside a sentence. */
  brief: string;
  openUntil: string;
  action: (deed: string) => string;
  /** The button to the eID, in the words that its scheme allows. */
  confirm: Way;
  /** Where the eID's mark is, if the operator has one. */
  mark: string | null;
};

/** Who asks, what is proven, what is passed on; and exactly two ways. Says nothing that the press of the button does not do. */
export function Start({ setting, shop, id, host, brief, openUntil, action, confirm, mark }: Open) {
  const { words } = setting;
  const asking = shop.name === host ? brief : words("start.named", { name: briefNameOf(shop), host: brief });
  return (
    <Frame {...setting} heading={words("start.heading", { age: shop.minimumAge })} host={host}>
      <p>{words("start.ask", { shop: asking, id })}</p>
      <Mark id={id} mark={mark} />
      <ul className="told">
        <li>
          <Tick />
          {words("start.told")}
        </li>
        <li>
          <Tick />
          {words("start.untold")}
        </li>
      </ul>
      <Ways ways={[confirm, { words: words("action.cancel", { host: brief }), post: action("leave") }]} />
      <details>
        <summary>{words("start.next")}</summary>
        <ol>
          <li>{words("start.approve", { id })}</li>
          <li>{words("start.comeBack")}</li>
          <li>{words("start.return")}</li>
        </ol>
      </details>
      <p className="small">{words("start.openUntil", { time: openUntil })}</p>
    </Frame>
  );
}

/** Who chose a very long name is known by its beginning. */
function briefNameOf({ name }: Shop): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

const LONGEST_NAME = 28;

/** The eID's own, where the operator has it. */
export function Mark({ id, mark }: Pick<Open, "id" | "mark">) {
  return mark === null ? null : <img className="mark" src={mark} alt={id} />;
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      <path d="M2.5 8.5 6 12l7.5-8" />
    </svg>
  );
}
