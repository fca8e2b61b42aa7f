/**
 * What a page says of a reason beyond what the activity record says (`lib/activity/explanation.rules.ts`). `details`: a cause for
 * each `Ageway-Detail`. `fixes`: what to do about one of them, where that is not the `fix` of all. `causes`: others that are
 * likely. `note`: what one must know beside. `title`, `words` and `fix` stand here only where the record has none. What is typed
 * stands between backticks.
 */
export type Causes = {
  title?: string;
  words?: string;
  fix?: string;
  details?: Readonly<Record<string, string>>;
  fixes?: Readonly<Record<string, string>>;
  causes?: readonly string[];
  note?: string;
};
