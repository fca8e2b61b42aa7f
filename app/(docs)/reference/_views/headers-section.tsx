import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { answerHeaders } from "../_lib/operations.ts";
import { Definitions } from "./fields.tsx";

/** Explains every header of ours that an answer may have. */
export function HeadersSection() {
  return (
    <section aria-labelledby="headers">
      <h2 id="headers">{wordsForIntegrators()("reference.headers")}</h2>
      <Definitions
        of={[...answerHeaders()].map(([name, { description, schema }]) => ({
          id: idOfHeader(name),
          name,
          beside: schema?.examples?.[0] !== undefined && (
            <code className="text-soft">{String(schema.examples[0])}</code>
          ),
          text: description ?? schema?.description,
        }))}
      />
    </section>
  );
}

export function idOfHeader(name: string): string {
  return `header-${name.toLowerCase()}`;
}
