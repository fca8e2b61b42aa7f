import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those whose tests often wait for processes and time-outs run first, beside Chromium, which computes most of the time. The
 * many short files come last, so that no worker is left alone with a long one.
 */
const PROJECTS = ["start", "isolated", "server", "next", "functions", "unit", "integration"];

/** What a file imports that starts a server, or else programs of shops, eIDs and operators. */
const SERVER = /\bstartApp\(/;
const PROGRAMS =
  /support\/(?:broken-shops\/|(?:[\w-]+-shops?|cluster|command|dashboard|packaged|process|proxy|scripted-eid|shared-app|snippet|stripe)\.ts)/;
/** What waits for another transaction, or until something is so. */
const WAITS = /\bexpect\.poll\(|\bpg_sleep\b|\bsetTimeout\(|support\/organization-lock\.ts/;

export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => 3 * PROJECTS.indexOf(file.project.name) + waitOf(file);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Within a project those come first that wait for seconds: 0 for a server to start and to stop, 1 for other programs or a state. */
function waitOf({ moduleId }: TestSpecification): 0 | 1 | 2 {
  const text = readFileSync(moduleId, "utf8");
  if (SERVER.test(text)) return 0;
  return PROGRAMS.test(text) || WAITS.test(text) ? 1 : 2;
}
