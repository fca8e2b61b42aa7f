import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ODD } from "#tests/support/odd-settings.ts";

test("the integration tests are green on a cluster whose every setting that a client sees is odd", async () => {
  const env = { ...process.env, TEST_POSTGRES_SETTINGS: JSON.stringify(ODD), FULL: "" };
  const run = promisify(execFile)(
    "node_modules/.bin/vitest",
    ["run", "--project", "integration", "--reporter", "dot"],
    {
      env,
      maxBuffer: 2 ** 26,
    },
  );
  const { code, said } = await run.then(
    () => ({ code: 0, said: "" }),
    (fault) => ({ code: fault.code, said: fault.stdout + fault.stderr }),
  );
  expect(code, said).toBe(0);
});
