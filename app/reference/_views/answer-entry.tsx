import { STATUS_CODES } from "node:http";
import { WithCode } from "#app/_ui/with-code.tsx";
import type { DescribedAnswer } from "../_lib/document.ts";
import { Fields, fieldsOf } from "./fields.tsx";

type Props = { id: string; status: string; answer: DescribedAnswer };

/** A status, with the fields of a success, or the reasons of a refusal. Each has an anchor. */
export function AnswerEntry({ id, status, answer }: Props) {
  const { description, content, headers } = answer;
  const reasons = reasonsIn(description);
  const body = reasons.length === 0 ? content?.["application/json"] : undefined;
  const named = headers?.["Ageway-Reason"]?.schema?.enum ?? [];
  return (
    <div id={id}>
      <dt>
        <a className="anchor" href={`#${id}`}>
          <b className="status">{status}</b> {STATUS_CODES[status]}
        </a>
      </dt>
      <dd>
        {reasons.length > 0 ? (
          <dl className="causes">
            {reasons.map(([reason, text]) => (
              <div key={reason} id={`${id}-${reason}`}>
                <dt>
                  <a href={`/reasons/${reason}`}>
                    <code>{reason}</code>
                  </a>
                </dt>
                <dd>
                  <WithCode>{text}</WithCode>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p>
            <WithCode>{description}</WithCode>
          </p>
        )}
        {reasons.length === 0 && named.length > 0 && (
          <p className="meta named">
            {named.map((reason) => (
              <a key={reason} id={`${id}-${reason}`} href={`/reasons/${reason}`}>
                <code>{reason}</code>
              </a>
            ))}
          </p>
        )}
        {body && <Fields fields={fieldsOf(body.schema)} />}
      </dd>
    </div>
  );
}

/** A refusal says of each of its reasons what it means and what to do, in a paragraph that begins with the reason. */
function reasonsIn(description: string): [reason: string, text: string][] {
  return description.split("\n\n").flatMap((paragraph) => {
    const [, reason = "", text = ""] = /^`([a-z_]+)`: (.+)$/.exec(paragraph) ?? [];
    return reason === "" ? [] : [[reason, text] as [string, string]];
  });
}
