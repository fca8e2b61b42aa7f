import { Paragraph } from "#app/_ui/with-code.tsx";
import type { BuiltSample } from "#app/(docs)/_docs/built-docs.ts";
import { CHOICE, choiceInside } from "#app/(docs)/_docs/choice.ts";
import { CodeFigure } from "#app/(docs)/_docs/code-figure.tsx";
import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { KeyNote } from "#app/(docs)/_docs/own-key-answer.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { plainText } from "#lib/reasons/entry.rules.ts";
import { builtSamples, type DescribedAnswer, type Operation, type Parameter } from "../_lib/document.ts";
import { allOperations, pathOfOperation, secretOf } from "../_lib/operations.ts";
import { AnswerEntry } from "./answer-entry.tsx";
import { Fields } from "./fields.tsx";
import { MethodName } from "./method-name.tsx";

const words = wordsForIntegrators();

/** Shows one endpoint: what it takes and what it answers, with programs beside it. `isOwn`: they get the reader's own key. */
export function operationPage(operation: Operation, isOwn: boolean): Promise<string> {
  const { operationId, method, path, summary, description = summary, responses } = operation;
  const sent = [...(operation.parameters ?? []), ...[secretOf(operation) ?? []].flat()];
  const samples = builtSamples()[operationId] ?? [];
  return docsPage({
    path: pathOfOperation(operation),
    current: "/reference",
    title: summary,
    description: plainText(description.split("\n\n")[0] ?? summary),
    isWide: true,
    around: neighboursOf(operation),
    children: (
      <>
        <h1>{summary}</h1>
        <div className="grid grid-cols-1 gap-6 text-body min-[68.75rem]:grid-cols-2">
          <div className="grid grid-cols-1 gap-4">
            <p className="rounded-m border border-line bg-sunk px-3 py-2">
              <MethodName>{method}</MethodName> <code className="bg-transparent p-0">{path}</code>
            </p>
            {description.split("\n\n").map((paragraph) => (
              <Paragraph key={paragraph}>{paragraph}</Paragraph>
            ))}
          </div>
          <div className="mt-0 min-[68.75rem]:col-start-2 min-[68.75rem]:row-span-2 min-[68.75rem]:row-start-1">
            <div className="grid grid-cols-1 gap-4 min-[68.75rem]:sticky min-[68.75rem]:top-18">
              {samples.length > 0 && <KeyNote isOwn={isOwn} path={pathOfOperation(operation)} />}
              {samples.length > 0 && <Programs samples={samples} />}
              {examplesOf(responses["200"]).map(([name, value]) => (
                <CodeFigure key={name} caption={name}>
                  {JSON.stringify(value, null, 2)}
                </CodeFigure>
              ))}
            </div>
          </div>
          <div className="mt-0 grid grid-cols-1 content-start gap-4">
            {sent.length > 0 && (
              <>
                <h2 className="mt-0 text-head">{words("reference.takes")}</h2>
                <Fields fields={sent.map(fieldOf)} />
              </>
            )}
            <h2 className="mt-2 text-head">{words("reference.answers")}</h2>
            <dl>
              {Object.entries(responses).map(([status, answer]) => (
                <AnswerEntry key={status} id={`${operationId}-${status}`} status={status} answer={answer} />
              ))}
            </dl>
          </div>
        </div>
      </>
    ),
  });
}

/** Shows the same call in several languages, one of them at a time. */
function Programs({ samples }: { samples: readonly BuiltSample[] }) {
  const options = choiceInside("language", samples);
  return (
    <div className="grid grid-cols-1 gap-4" data-choice>
      <fieldset className={CHOICE} aria-label={words("docs.choice")} dangerouslySetInnerHTML={{ __html: options }} />
      {samples.map(({ label, html }) => (
        <CodeFigure key={label} caption={label} html={html} data-option={label} />
      ))}
    </div>
  );
}

function neighboursOf({ operationId }: Operation) {
  const all = allOperations().map((one) => ({ path: pathOfOperation(one), name: one.summary }));
  const at = allOperations().findIndex((one) => one.operationId === operationId);
  return { before: all[at - 1] ?? null, after: all[at + 1] ?? null };
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
