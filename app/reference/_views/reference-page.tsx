import { docsPage } from "#app/_docs/docs-page.tsx";
import { WithCode } from "#app/_ui/with-code.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { builtSamples, openApiDocument, operationsOf } from "../_lib/document.ts";
import { OperationSection } from "./operation-section.tsx";

/** Stands in the programs for a test key. */
export const KEY_IN_SAMPLES = "pk_test_your_key";

/** `isOwn`: the reader's own key will take the place of the other. */
export function referencePage({ isOwn }: { isOwn: boolean }): Promise<string> {
  const words = wordsForIntegrators();
  const { info, tags } = openApiDocument();
  const samples = builtSamples();
  return docsPage({
    path: "/reference",
    title: words("reference.title"),
    description: words("reference.text"),
    children: (
      <div className="reference">
        <h1>{words("reference.title")}</h1>
        <p>{words("reference.text")}</p>
        <p className="meta">
          {words("reference.version", { version: info.version })} ·{" "}
          <a href="/docs/versions">{words("reference.versions")}</a> ·{" "}
          <a href="/openapi.json">{words("reference.document")}</a>
        </p>
        <Endpoints />
        <Languages />
        <p className="meta">
          {isOwn ? (
            words("reference.ownKey")
          ) : (
            <>
              {words("reference.noKey")} <a href="/sign-in?next=/reference">{words("reference.signIn")}</a>
            </>
          )}
        </p>
        {tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={idOf(name)}>
            <h2 id={idOf(name)}>{name}</h2>
            <p>
              <WithCode>{description}</WithCode>
            </p>
            {operationsOf(name).map((operation) => (
              <OperationSection
                key={operation.operationId}
                operation={operation}
                samples={samples[operation.operationId] ?? []}
              />
            ))}
          </section>
        ))}
      </div>
    ),
  });
}

/** Everything on one screen. */
function Endpoints() {
  return (
    <ul className="endpoints">
      {openApiDocument()
        .tags.flatMap(({ name }) => operationsOf(name))
        .map(({ operationId, method, path, summary }) => (
          <li key={operationId}>
            <a href={`#${operationId}`}>
              <b className="method">{method}</b> <code>{path}</code>
              <span>{summary}</span>
            </a>
          </li>
        ))}
    </ul>
  );
}

const LANGUAGES = ["curl", "Node", "PHP", "Python"];

/** Without script: the style sheet shows the programs of the language that is chosen. */
function Languages() {
  return (
    <fieldset className="languages">
      <legend>{wordsForIntegrators()("reference.languages")}</legend>
      {LANGUAGES.map((label, n) => (
        <label key={label}>
          <input type="radio" name="language" value={label} defaultChecked={n === 0} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function idOf(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .replaceAll(" ", "-");
}
