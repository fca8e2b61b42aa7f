import { Paragraph } from "#app/_ui/with-code.tsx";
import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { KeyNote } from "#app/(docs)/_docs/own-key-answer.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { builtSamples, type Operation, openApiDocument } from "../_lib/document.ts";
import { allOperations, apiAddresses, isOfShops, operationsOf } from "../_lib/operations.ts";
import { Definitions } from "./fields.tsx";
import { HeadersSection } from "./headers-section.tsx";
import { MethodName, OperationSection } from "./operation-section.tsx";
import { ProblemSection } from "./problem-section.tsx";

const words = wordsForIntegrators();

/** `isOwn`: the reader's own key will take the place of the other. */
export function referencePage(isOwn: boolean): Promise<string> {
  const { info, tags } = openApiDocument();
  const samples = builtSamples();
  return docsPage({
    path: "/reference",
    title: words("reference.title"),
    description: words("reference.text"),
    isWide: true,
    children: (
      <>
        <div className="max-w-[46rem]">
          <h1>{words("reference.title")}</h1>
          <p>{words("reference.text")}</p>
          <p className="text-meta text-soft">
            {words("reference.version", { version: info.version })} ·{" "}
            <a href="/docs/versions">{words("reference.versions")}</a> ·{" "}
            <a href="/openapi.json">{words("reference.document")}</a>
          </p>
          <Endpoints />
          <Addresses />
        </div>
        <KeyNote isOwn={isOwn} path="/reference" />
        {tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={idOf(name)}>
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
      </>
    ),
  });
}

/** Lists all on one screen: the calls that a shop makes, then the rest in small print. */
function Endpoints() {
  const all = allOperations();
  return (
    <>
      <EndpointList operations={all.filter(isOfShops)} />
      <details className="text-body">
        <summary className="min-h-11 w-fit py-1 text-accent">{words("reference.others")}</summary>
        <EndpointList operations={all.filter((one) => !isOfShops(one))} isAside />
      </details>
    </>
  );
}

function EndpointList({ operations, isAside = false }: { operations: readonly Operation[]; isAside?: boolean }) {
  return (
    <ul className="list-none rounded-l border border-line p-0">
      {operations.map(({ operationId, method, path, summary }) => (
        <li key={operationId} className="mt-0 border-t border-line first:border-t-0">
          <a
            className={`grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline px-4 text-body no-underline hover:bg-hover ${isAside ? "py-1 text-soft" : "py-2 text-ink"}`}
            href={`#${operationId}`}
          >
            {isAside ? <span className="text-meta">{method}</span> : <MethodName>{method}</MethodName>}{" "}
            <code className="bg-transparent p-0 text-meta">{path}</code>
            <span className={`col-start-2 text-soft ${isAside ? "text-meta" : ""}`}>{summary}</span>
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
      <Definitions of={apiAddresses().map(({ url, description }) => ({ name: url, text: description }))} />
    </>
  );
}

function idOf(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .replaceAll(" ", "-");
}
