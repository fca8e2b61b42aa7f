import type { ReasonCode } from "#app/_http/reason-catalogue.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { audienceOf } from "../_lib/audience.ts";

/** Who learns of a reason: the caller, the visitor, the members of the organization. */
export function Audience({ code }: { code: ReasonCode }) {
  const words = wordsForIntegrators();
  return (
    <ul>
      {audienceOf(code).map((sentence) => (
        <li key={sentence}>{words(sentence)}</li>
      ))}
    </ul>
  );
}
