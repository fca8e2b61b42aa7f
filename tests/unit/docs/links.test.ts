import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { anchorsOf, DOCUMENTS, proseOf } from "./documents.ts";

test.for([...DOCUMENTS])("%s links to what is there", ([path, text]) => {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  // What begins with a slash is an address of the instance: `tests/full/docs/site.test.ts` follows it.
  for (const link of links.filter((one) => !/^(?:https?:|mailto:|\/)/.test(one))) {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    expect(existsSync(target), `${path} → ${link}`).toBe(true);
    if (anchor) expect(anchorsOf(readFileSync(target, "utf8")), `${path} → ${link}`).toContain(anchor);
  }
});

/** What stands in code marks and begins like a path of ours. `…`, `*` and `<name>` stand for more than one. */
const PATH = /^(?:app|lib|db|cli|scripts|sandbox|tests|docs|messages|public|bench|bin)\/[\w./()[\]-]+$/;

test.for([...DOCUMENTS])("the files that %s names are there", ([path, text]) => {
  const named = [...proseOf(text).matchAll(/`([^`\s]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => PATH.test(name));
  expect(
    named.filter((name) => !existsSync(name)),
    path,
  ).toEqual([]);
});

const DECISIONS = "docs/design/decisions/README.md";
const isBeside = (path: string, other: string) => dirname(path) === dirname(other);

test("every document is reached from README, a decision by the list of its folder", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached)
    for (const [, link = ""] of (DOCUMENTS.get(path) ?? "").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      const target = join(dirname(path), link);
      const document = DOCUMENTS.has(target) ? target : join(target, "README.md");
      if (DOCUMENTS.has(document)) reached.add(document);
      if (document === DECISIONS) for (const path of DOCUMENTS.keys()) if (isBeside(path, document)) reached.add(path);
    }
  expect([...DOCUMENTS.keys()].filter((path) => !reached.has(path))).toEqual([]);
});
