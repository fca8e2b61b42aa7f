/**
 * `mend`: somebody at the shop can end it. `passing`: it ends by itself, or by the operator. `chosen`: a setting does this on
 * purpose.
 */
export type Severity = "mend" | "passing" | "chosen";

/**
 * `ok`: the gateway did what it was asked, whatever the answer. `title`: names it in a list. `step`: names it among the steps of a
 * check, where that is not the title; `{eid}` stands for the eID's name. `remedy`: the button that mends it; `{host}` and `{key}`
 * in its address stand for the event's.
 */
export type ExplanationEntry = {
  ok: boolean;
  title: string;
  step?: string;
  words: string;
  fix?: string;
  remedy?: { action: string; link: string };
  severity?: Severity;
};

/** The button of what a change of the shop's code mends. */
export const CODE = { action: "See the working call", link: "/dashboard/connect" };
