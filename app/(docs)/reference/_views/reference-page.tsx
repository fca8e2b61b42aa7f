import { Paragraph } from "#app/_ui/with-code.tsx";
import { KEY_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { builtSamples, type Operation, openApiDocument } from "../_lib/document.ts";
import { allOperations, apiAddresses, isOfShops, operationsOf } from "../_lib/operations.ts";
import { Definitions } from "./fields.tsx";
import { HeadersSection } from "./headers-section.tsx";
import { OperationSection } from "./operation-section.tsx";
import { ProblemSection } from "./problem-section.tsx";

const words = wordsForIntegrators();

/** `isOwn`: the reader's own key will take the place of the other. */
export function referencePage({ isOwn }: { isOwn: boolean }): Promise<string> {
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
        <Addresses />
        <Languages />
        <p className="meta">
          {isOwn ? (
            words("reference.ownKey")
          ) : (
            <>
              {words("reference.noKey", { key: KEY_IN_DOCS })}{" "}
              <a href="/sign-in?next=/reference">{words("reference.signIn")}</a>
            </>
          )}
        </p>
        {tags.map(({ name, description }) => (
          <section
            key={name}
            className={operationsOf(name).some(isOfShops) ? undefined : "aside"}
            aria-labelledby={idOf(name)}
          >
            <h2 id={idOf(name)}>{name}</h2>
            <Paragraph>{description}</Paragraph>
            {operationsOf(name).map((operation) => (
              <OperationSection
                key={operation.operationId}
                operation={operation}
                samples={samples[operation.operationId] ?? []}
              />
            ))}
          </section>
        ))}
        <HeadersSection />
        <ProblemSection />
      </div>
    ),
  });
}

/** Lists all on one screen: the calls that a shop makes, then the rest in small print. */
function Endpoints() {
  const all = allOperations();
  return (
    <>
      <EndpointList operations={all.filter(isOfShops)} />
      <details className="others">
        <summary>{words("reference.others")}</summary>
        <EndpointList operations={all.filter((one) => !isOfShops(one))} isAside />
      </details>
    </>
  );
}

function EndpointList({ operations, isAside = false }: { operations: readonly Operation[]; isAside?: boolean }) {
  return (
    <ul className={isAside ? "endpoints aside" : "endpoints"}>
      {operations.map(({ operationId, method, path, summary }) => (
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

/** Live and test keys have one, test keys another. */
function Addresses() {
  return (
    <>
      <h2 id="addresses">{words("reference.addresses")}</h2>
      <Definitions
        className="fields addresses"
        of={apiAddresses().map(({ url, description }) => ({ name: url, text: description }))}
      />
    </>
  );
}

/** Without script: the style sheet shows the programs of the language that is chosen, by its place in this list. */
function Languages() {
  const [programs = []] = Object.values(builtSamples());
  return (
    <fieldset className="languages">
      <legend>{words("reference.languages")}</legend>
      {programs.map(({ label }, n) => (
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
