import { STATUS_CODES } from "node:http";
import type { ReactNode } from "react";
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
    <div id={id} className="border-t border-line py-3">
      <dt className="font-semibold">
        <a className="anchor" href={`#${id}`}>
          <b>{status}</b> {STATUS_CODES[status]}
        </a>
      </dt>
      <dd className="text-soft">
        {isRefusal && reasons.length > 0 ? (
          <dl>
            {reasons.map((code) => (
              <ReasonEntry key={code} id={`${id}-${code}`} code={code} />
            ))}
          </dl>
        ) : (
          <Paragraph>{description}</Paragraph>
        )}
        {!isRefusal && reasons.length > 0 && (
          <Named>
            {reasons.map((reason) => (
              <NamedLink key={reason} id={`${id}-${reason}`} href={`/reasons/${reason}`} name={reason} />
            ))}
          </Named>
        )}
        {body && (
          <div className="mt-2">
            <Fields fields={fieldsOf(body.schema)} />
          </div>
        )}
        {names.length > 0 && (
          <Named>
            {wordsForIntegrators()("reference.answerHeaders")}
            {names.map((name) => (
              <NamedLink key={name} href={`/reference#${idOfHeader(name)}`} name={name} />
            ))}
          </Named>
        )}
      </dd>
    </div>
  );
}

function Named({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-3 gap-y-1 text-meta text-soft">{children}</p>;
}

function NamedLink({ id, href, name }: { id?: string; href: string; name: string }) {
  return (
    <a className="inline-flex min-h-6 items-center" id={id} href={href}>
      <code>{name}</code>
    </a>
  );
}
