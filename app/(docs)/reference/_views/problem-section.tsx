import { Paragraph } from "#app/_ui/with-code.tsx";
import { CodeFigure } from "#app/(docs)/_docs/code-figure.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { openApiDocument } from "../_lib/document.ts";
import { exampleOfProblem } from "../_lib/operations.ts";
import { type DescribedField, Fields, fieldsOf } from "./fields.tsx";

/** Shows the second form of every refusal: its fields, and one of them as it is sent. */
export function ProblemSection() {
  const words = wordsForIntegrators();
  const { Problem } = openApiDocument().components.schemas;
  if (!Problem) throw new Error("The document has no schema Problem");
  return (
    <section aria-labelledby="problem">
      <h2 id="problem">{words("reference.problem")}</h2>
      <Paragraph>{Problem.description ?? ""}</Paragraph>
      <Fields fields={fieldsOf(Problem).map(withoutValues)} />
      <CodeFigure caption={words("reference.problemExample")}>{JSON.stringify(exampleOfProblem(), null, 2)}</CodeFigure>
    </section>
  );
}

/** The page of each endpoint has the reasons and their causes. */
function withoutValues({ schema: { enum: _, ...schema }, ...field }: DescribedField): DescribedField {
  return { ...field, schema };
}
