import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those whose tests often wait for processes and time-outs run first, beside Chromium, which computes most of the time. The
 * many short files come last, so that no worker is left alone with a long one.
 */
const PROJECTS = ["start", "isolated", "server", "next", "functions", "unit", "integration"];

export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    const rank = (file: TestSpecification) => 2 * place(file) + (startsServer(file) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Such a file waits for a server to start and to stop, which is seconds: within a project it comes before the others. */
function startsServer({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, "utf8").includes("startApp(");
}
