import { Paragraph } from "#app/_ui/with-code.tsx";
import type { BuiltSample } from "#app/(docs)/_docs/built-docs.ts";
import { CodeFigure } from "#app/(docs)/_docs/code-figure.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import type { DescribedAnswer, Operation, Parameter } from "../_lib/document.ts";
import { secretOf } from "../_lib/operations.ts";
import { AnswerEntry } from "./answer-entry.tsx";
import { Fields } from "./fields.tsx";

type Props = { operation: Operation; samples: readonly BuiltSample[] };

/** Shows one endpoint: what it takes and what it answers, with programs beside it. */
export function OperationSection({ operation, samples }: Props) {
  const words = wordsForIntegrators();
  const { operationId, method, path, summary, description, responses } = operation;
  const sent = [...(operation.parameters ?? []), ...[secretOf(operation) ?? []].flat()];
  return (
    <section className="operation" aria-labelledby={operationId}>
      <h3 id={operationId}>
        <a className="anchor" href={`#${operationId}`}>
          {summary}
        </a>
      </h3>
      <div className="beside">
        <div className="text">
          <p className="address">
            <b className="method">{method}</b> <code>{path}</code>
          </p>
          {description?.split("\n\n").map((paragraph) => (
            <Paragraph key={paragraph}>{paragraph}</Paragraph>
          ))}
          {sent.length > 0 && (
            <>
              <h4>{words("reference.takes")}</h4>
              <Fields fields={sent.map(fieldOf)} />
            </>
          )}
          <h4>{words("reference.answers")}</h4>
          <dl className="answers">
            {Object.entries(responses).map(([status, answer]) => (
              <AnswerEntry key={status} id={`${operationId}-${status}`} status={status} answer={answer} />
            ))}
          </dl>
        </div>
        <div className="programs">
          {samples.map(({ label, html }) => (
            <CodeFigure key={label} caption={label} data-language={label} html={html} />
          ))}
          {examplesOf(responses["200"]).map(([name, value]) => (
            <CodeFigure key={name} caption={name}>
              {JSON.stringify(value, null, 2)}
            </CodeFigure>
          ))}
        </div>
      </div>
    </section>
  );
}

function fieldOf({ name, in: place, required = false, description, schema }: Parameter) {
  return { name, place, isOptional: !required, schema: { ...schema, ...(description && { description }) } };
}

/** Gives the bodies that a successful answer is shown by. */
function examplesOf(answer: DescribedAnswer | undefined): [string, unknown][] {
  const media = answer?.content?.["application/json"];
  if (!media) return [];
  if (media.example) return [[wordsForIntegrators()("reference.body", { status: 200 }), media.example]];
  return Object.values(media.examples ?? {}).map(({ summary, value }) => [summary, value]);
}
