import { STATUS_CODES } from "node:http";
import { Paragraph } from "#app/_ui/with-code.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { type DescribedAnswer, resolvedAnswer } from "../_lib/document.ts";
import { Fields, fieldsOf } from "./fields.tsx";
import { idOfHeader } from "./headers-section.tsx";
import { ReasonEntry } from "./reason-entry.tsx";

type Props = { id: string; status: string; answer: DescribedAnswer };

/** Shows a status, with the fields of a success, or the reasons of a refusal. Each has an anchor. */
export function AnswerEntry({ id, status, answer }: Props) {
  const { description, content, headers = {} } = resolvedAnswer(answer);
  const reasons = (headers["Ageway-Reason"]?.schema?.enum ?? []).map(String);
  const isRefusal = content?.["application/problem+json"] !== undefined;
  const body = isRefusal ? undefined : content?.["application/json"];
  const names = Object.keys(headers);
  return (
    <div id={id}>
      <dt>
        <a className="anchor" href={`#${id}`}>
          <b className="status">{status}</b> {STATUS_CODES[status]}
        </a>
      </dt>
      <dd>
        {isRefusal && reasons.length > 0 ? (
          <dl className="causes">
            {reasons.map((code) => (
              <ReasonEntry key={code} id={`${id}-${code}`} code={code} />
            ))}
          </dl>
        ) : (
          <Paragraph>{description}</Paragraph>
        )}
        {!isRefusal && reasons.length > 0 && (
          <p className="meta named">
            {reasons.map((reason) => (
              <a key={reason} id={`${id}-${reason}`} href={`/reasons/${reason}`}>
                <code>{reason}</code>
              </a>
            ))}
          </p>
        )}
        {body && <Fields fields={fieldsOf(body.schema)} />}
        {names.length > 0 && (
          <p className="meta named">
            {wordsForIntegrators()("reference.answerHeaders")}
            {names.map((name) => (
              <a key={name} href={`#${idOfHeader(name)}`}>
                <code>{name}</code>
              </a>
            ))}
          </p>
        )}
      </dd>
    </div>
  );
}
