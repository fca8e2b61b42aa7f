import { type Way, Ways } from "./actions.tsx";
import { Frame, type Setting } from "./layout.tsx";

type Outcome = { setting: Setting; host: string | null; heading: string; text: string; ways: Way[] };

/** How it ended, or why it cannot go on: a heading, a sentence, and the ways on. */
export function OutcomeView({ setting, host, heading, text, ways }: Outcome) {
  return (
    <Frame {...setting} heading={heading} host={host}>
      <p>{text}</p>
      {ways.length > 0 && <Ways ways={ways} />}
    </Frame>
  );
}
