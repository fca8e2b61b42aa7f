import type { ReasonCode } from "#app/_http/reason-catalogue.ts";
import { STATUS } from "#app/_http/reasons.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import {
  isAnswer,
  isOfGenerator,
  isOfTokenCheck,
  isRecorded,
  isRecordedOfLive,
  isVisitorPage,
  leavesWithToken,
} from "../_lib/audience.ts";

/** Who learns of a reason: the caller, the visitor, the members of the organization. */
export function Audience({ code }: { code: ReasonCode }) {
  const words = wordsForIntegrators();
  const isCall = isOfGenerator(code);
  const isSentHome = isCall && STATUS[code as keyof typeof STATUS] === 403;
  const audience = [
    isCall && words("reasons.seen.caller"),
    isOfTokenCheck(code) && words("reasons.seen.backend"),
    isCall && words(isSentHome ? "reasons.seen.sentHome" : "reasons.seen.page"),
    isVisitorPage(code) && !isCall && words("reasons.seen.visitor"),
    leavesWithToken(code) && words("reasons.seen.token"),
    isRecorded(code)
      ? words(isAnswer(code) || isRecordedOfLive(code) ? "reasons.seen.members" : "reasons.seen.testOnly")
      : words("reasons.seen.nobody"),
  ];
  return (
    <ul>
      {audience
        .filter((line) => line !== false)
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  );
}
