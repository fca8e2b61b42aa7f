import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { openApi } from "#docs/openapi/document.ts";

/** Documented, and got by no test of the contract through `server.ts`, each with what proves it instead. */
const TESTED_ELSEWHERE: [RegExp, string][] = [
  [/^GET \/api\/\S+ 503(?: service_unavailable)?$/, "without a database: tests/contract/503.test.ts"],
  [/^GET \/api\/url_generator_s\/\S+ (?:303|403) eid_not_configured$/, "tests/isolated/verification/one-eid.test.ts"],
  [
    /^GET \/verify\/\S+ (?:500|503)(?: \w+)?$/,
    "faults of ours and of an eID: tests/integration/verification/finish.test.ts, tests/full/e2e/verify-views.spec.ts",
  ],
  [/^GET \/verify\/\S+ 404(?: not_found)?$/, "tests/contract/verify/4xx.test.ts, at the address of no eID"],
  [/^POST \/verify\/\S+ (?!303|400)\d+(?: \w+)?$/, "one function draws the pages for both methods, and GET is seen to"],
];

const isTestedElsewhere = (line: string) => TESTED_ELSEWHERE.some(([pattern]) => pattern.test(line));

/**
 * One line an answer: operation, status, and the reason that it names. The two generators are one function, so what one of them
 * was seen to answer counts for both.
 */
export const lineOf = (operation: string, status: number | string, reason?: string) =>
  [operation.replace("url_generator_b", "url_generator_s"), status, ...(reason === undefined ? [] : [reason])].join(
    " ",
  );

const known = new Set<string>();

/** Called in the processes of the tests. */
export function noteTested(file: string, line: string): void {
  if (known.has(line)) return;
  known.add(line);
  appendFileSync(file, `${line}\n`);
}

/** What nothing was seen of, at the end of a run of all files of the project; `[]` also after a part of them. */
export async function untestedAnswers(project: TestProject, file: string): Promise<string[]> {
  const { testFiles } = await project.globTestFiles();
  const run = project.vitest.state.getFiles().filter((one) => one.projectName === project.name);
  const isWhole = project.config.testNamePattern === undefined && run.length === testFiles.length;
  if (!isWhole || run.some(({ result }) => result?.state !== "pass")) return [];
  const tested = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  const untested = documentedAnswers().filter((line) => !tested.has(line));
  const needless = TESTED_ELSEWHERE.filter(([pattern]) => !untested.some((line) => pattern.test(line)));
  return [
    ...untested.filter((line) => !isTestedElsewhere(line)).map((line) => `No test got: ${line}`),
    ...needless.map(([pattern]) => `Needs no exception: ${pattern}`),
  ];
}

type Described = { $ref?: string; headers?: Record<string, { schema?: { enum?: string[]; const?: string } }> };
type Operation = { responses?: Record<string, Described> };

function documentedAnswers(): string[] {
  const { paths = {}, components } = openApi();
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).flatMap(([method, { responses = {} }]) =>
      Object.entries(responses).flatMap(([status, given]) => {
        const operation = `${method.toUpperCase()} ${path}`;
        const name = given.$ref?.split("/").at(-1);
        const answer = (name === undefined ? given : components?.responses?.[name]) as Described | undefined;
        const { enum: reasons = [] } = answer?.headers?.["Ageway-Reason"]?.schema ?? {};
        return [lineOf(operation, status), ...reasons.map((reason) => lineOf(operation, status, reason))];
      }),
    ),
  );
  return [...new Set(all)];
}
