import type { ReactNode } from "react";
import { Paragraph } from "#app/_ui/with-code.tsx";
import type { BuiltSample } from "#app/(docs)/_docs/built-docs.ts";
import { CHOICE, choiceInside } from "#app/(docs)/_docs/choice.ts";
import { CodeFigure } from "#app/(docs)/_docs/code-figure.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import type { DescribedAnswer, Operation, Parameter } from "../_lib/document.ts";
import { secretOf } from "../_lib/operations.ts";
import { AnswerEntry } from "./answer-entry.tsx";
import { Fields } from "./fields.tsx";

const words = wordsForIntegrators();

type Props = { operation: Operation; samples: readonly BuiltSample[] };

/** Shows one endpoint: what it takes and what it answers, with programs beside it. */
export function OperationSection({ operation, samples }: Props) {
  const { operationId, method, path, summary, description, responses } = operation;
  const sent = [...(operation.parameters ?? []), ...[secretOf(operation) ?? []].flat()];
  return (
    <section
      className="group/operation mt-10 border-t border-line pt-6 first-of-type:mt-6 first-of-type:border-0 first-of-type:pt-0"
      aria-labelledby={operationId}
    >
      <h3 id={operationId} className="group-first-of-type/operation:mt-0">
        <a className="anchor" href={`#${operationId}`}>
          {summary}
        </a>
      </h3>
      <Beside
        programs={
          <>
            {samples.length > 0 && <Programs name={operationId} samples={samples} />}
            {examplesOf(responses["200"]).map(([name, value]) => (
              <CodeFigure key={name} caption={name}>
                {JSON.stringify(value, null, 2)}
              </CodeFigure>
            ))}
          </>
        }
      >
        <p className="rounded-m border border-line bg-sunk px-3 py-2">
          <MethodName>{method}</MethodName> <code className="bg-transparent p-0">{path}</code>
        </p>
        {description?.split("\n\n").map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {sent.length > 0 && (
          <>
            <h4 className="mt-2 font-semibold">{words("reference.takes")}</h4>
            <Fields fields={sent.map(fieldOf)} />
          </>
        )}
        <h4 className="mt-2 font-semibold">{words("reference.answers")}</h4>
        <dl>
          {Object.entries(responses).map(([status, answer]) => (
            <AnswerEntry key={status} id={`${operationId}-${status}`} status={status} answer={answer} />
          ))}
        </dl>
      </Beside>
    </section>
  );
}

/** Shows the same call in several languages, one of them at a time. */
function Programs({ name, samples }: { name: string; samples: readonly BuiltSample[] }) {
  const options = choiceInside(`language-${name}`, samples);
  return (
    <div className="grid grid-cols-1 gap-4" data-choice>
      <fieldset className={CHOICE} aria-label={words("docs.choice")} dangerouslySetInnerHTML={{ __html: options }} />
      {samples.map(({ label, html }) => (
        <CodeFigure key={label} caption={label} html={html} data-option={label} />
      ))}
    </div>
  );
}

/** Shows text with programs: one column on a phone, beside each other where there is room. */
export function Beside({ programs, children }: { programs: ReactNode; children: ReactNode }) {
  return (
    <div className="text-body min-[75rem]:grid min-[75rem]:grid-cols-2 min-[75rem]:items-start min-[75rem]:gap-x-10">
      <div className="grid grid-cols-1 gap-4">{children}</div>
      <div className="mt-4 grid grid-cols-1 gap-4 min-[75rem]:sticky min-[75rem]:top-18 min-[75rem]:mt-0 print:static">
        {programs}
      </div>
    </div>
  );
}

export function MethodName({ children }: { children: string }) {
  return <b className="font-mono text-meta font-semibold text-accent">{children}</b>;
}

function fieldOf({ name, in: place, required = false, description, schema }: Parameter) {
  return { name, place, isOptional: !required, schema: { ...schema, ...(description && { description }) } };
}

/** Gives the bodies that a successful answer is shown by. */
function examplesOf(answer: DescribedAnswer | undefined): [string, unknown][] {
  const media = answer?.content?.["application/json"];
  if (!media) return [];
  if (media.example) return [[words("reference.body", { status: 200 }), media.example]];
  return Object.values(media.examples ?? {}).map(({ summary, value }) => [summary, value]);
}
