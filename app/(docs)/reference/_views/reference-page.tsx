import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { type Operation, openApiDocument } from "../_lib/document.ts";
import { allOperations, apiAddresses, isOfShops, pathOfOperation } from "../_lib/operations.ts";
import { Definitions } from "./fields.tsx";
import { HeadersSection } from "./headers-section.tsx";
import { MethodName } from "./method-name.tsx";
import { ProblemSection } from "./problem-section.tsx";

const words = wordsForIntegrators();

/** Lists the endpoints, each with a page of its own, and says what all of them share. */
export function referencePage(): Promise<string> {
  const { info } = openApiDocument();
  const headings = (["addresses", "headers", "problem"] as const).map((id) => ({
    id,
    text: words(`reference.${id}`),
    level: 2,
  }));
  return docsPage({
    path: "/reference",
    title: words("reference.title"),
    description: words("reference.text"),
    headings,
    children: (
      <>
        <h1>{words("reference.title")}</h1>
        <p>{words("reference.text")}</p>
        <p className="text-meta text-soft">
          {words("reference.version", { version: info.version })} ·{" "}
          <a href="/docs/versions">{words("reference.versions")}</a> ·{" "}
          <a href="/openapi.json">{words("reference.document")}</a>
        </p>
        <Endpoints />
        <Addresses />
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
      {operations.map((operation) => (
        <li
          key={operation.operationId}
          id={operation.operationId}
          className="mt-0 border-t border-line first:border-t-0"
        >
          <a
            className={`grid grid-cols-[4.5rem_1fr] items-baseline px-4 text-body no-underline hover:bg-hover ${isAside ? "py-1 text-soft" : "py-2 text-ink"}`}
            href={pathOfOperation(operation)}
          >
            {isAside ? (
              <span className="text-meta">{operation.method}</span>
            ) : (
              <MethodName>{operation.method}</MethodName>
            )}{" "}
            <code className="bg-transparent p-0 text-meta">{operation.path}</code>
            <span className={`col-start-2 text-soft ${isAside ? "text-meta" : ""}`}>{operation.summary}</span>
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
