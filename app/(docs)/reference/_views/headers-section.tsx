import { WithCode } from "#app/_ui/with-code.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { answerHeaders } from "../_lib/operations.ts";

/** Every header of ours that an answer may have, explained once. */
export function HeadersSection() {
  return (
    <section className="shared" aria-labelledby="headers">
      <h2 id="headers">{wordsForIntegrators()("reference.headers")}</h2>
      <dl className="fields">
        {[...answerHeaders()].map(([name, { description, schema }]) => (
          <div key={name} id={idOfHeader(name)}>
            <dt>
              <code>{name}</code>
              {schema?.examples?.[0] !== undefined && <code className="example">{String(schema.examples[0])}</code>}
            </dt>
            <dd>
              <WithCode>{description ?? schema?.description ?? ""}</WithCode>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function idOfHeader(name: string): string {
  return `header-${name.toLowerCase()}`;
}
