import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those whose tests often wait for processes and time-outs run first, beside Chromium, which computes most of the time. The
 * many short files come last, so that no worker is left alone with a long one.
 */
const PROJECTS = ["start", "isolated", "server", "next", "functions", "unit", "integration"];

export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
