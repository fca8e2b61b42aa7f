import type { Shop } from "#lib/flow/standing.ts";
import { Frame, type Setting } from "./frame.tsx";
import { type Way, Ways } from "./ways.tsx";

export type Open = {
  setting: Setting;
  shop: Shop;
  id: string;
  host: string;
  openUntil: string;
  action: (deed: string) => string;
  /** The button to the eID, in the words that its scheme allows. */
  confirm: Way;
  /** Where the eID's mark is, if the operator has one. */
  mark: string | null;
};

/** Who asks, what is proven, what is passed on; and exactly two ways. Says nothing that the press of the button does not do. */
export function Start({ setting, shop, id, host, openUntil, action, confirm, mark }: Open) {
  const { words } = setting;
  const asking = shop.name === host ? host : words("start.named", { name: shop.name, host });
  return (
    <Frame {...setting} heading={words("start.heading", { age: shop.minimumAge })} host={host}>
      <p>{words("start.ask", { shop: asking, id })}</p>
      {mark !== null && <img className="mark" src={mark} alt={id} />}
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
      <Ways ways={[confirm, { words: words("action.cancel", { host }), post: action("leave") }]} />
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

function Tick() {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      <path d="M2.5 8.5 6 12l7.5-8" />
    </svg>
  );
}
