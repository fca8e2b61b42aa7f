import { readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { type Argument, parseSync, Visitor } from "oxc-parser";

/**
 * `addresses`: as they are written; `loaded`: those of which the file takes more than types. `unreadable`: the code of addresses
 * that are no literal. `impure`: what may answer otherwise the next time, though it is given the same.
 */
type Scanned = { addresses: string[]; loaded: string[]; unreadable: string[]; impure: string[] };

const SCANNED = new Map<string, Scanned>();

/** Statements, `import()`, types, `require` and threads. Each file is parsed once. */
export function importsOf(file: string): Scanned {
  const scanned = SCANNED.get(file) ?? scan(file);
  SCANNED.set(file, scanned);
  return scanned;
}

/** The file of ours to which an address leads, by its path from the root; `null`: it is a package's. */
export function targetOf(file: string, address: string): string | null {
  if (address.startsWith("#")) return normalize(address.slice(1));
  const [, name, part = "index"] = /^@ageway\/([^/]+)(?:\/(.+))?$/.exec(address) ?? [];
  if (name !== undefined) return `packages/${name}/src/${part}.ts`;
  return PACKAGE.test(address) ? null : normalize(join(file, "..", address));
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A package, or a module of Node; neither a path nor a URL. */
const PACKAGE = /^(?:node:)?@?[\w-][\w./-]*$/;
const LOADS = /^(?:module\.)?require(?:\.resolve)?$|^import\.meta\.resolve$/;
const IMPURE = /^(?:process|performance|crypto|Temporal|global|globalThis)$/;

function scan(file: string): Scanned {
  const text = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const scanned: Scanned = { addresses: [], loaded: [], unreadable: [], impure: [] };
  const codeOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const add = (given: Argument | null | undefined, isType = false) => {
    if (!given) return;
    // The "./thread.ts" of `new URL("./thread.ts", import.meta.url)`.
    const isUrl = given.type === "NewExpression" && codeOf(given.callee) === "URL";
    const address = (isUrl && given.arguments[0]) || given;
    if (address.type !== "Literal" || typeof address.value !== "string") {
      scanned.unreadable.push(codeOf(address));
      return;
    }
    scanned.addresses.push(address.value);
    if (!isType) scanned.loaded.push(address.value);
  };
  const isDate = (node: Argument) => node.type === "Identifier" && node.name === "Date";
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) =>
      add(source, importKind === "type" || areTypes(specifiers)),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === "type"),
    ExportNamedDeclaration: ({ source, exportKind, specifiers }) =>
      add(source, exportKind === "type" || areTypes(specifiers)),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source, true),
    TSExternalModuleReference: ({ expression }) => add(expression),
    CallExpression({ callee, arguments: [address] }) {
      if (LOADS.test(codeOf(callee))) add(address);
      if (isDate(callee)) scanned.impure.push("Date()");
    },
    NewExpression({ callee, arguments: [first] }) {
      if (/\bWorker$/.test(codeOf(callee))) add(first);
      if (isDate(callee) && !first) scanned.impure.push("new Date()");
    },
    Identifier({ name }) {
      // The function that it makes has any name.
      if (name === "createRequire") scanned.unreadable.push(name);
      if (IMPURE.test(name)) scanned.impure.push(name);
    },
    MemberExpression(node) {
      const name = codeOf(node);
      if (/^(?:Date(?!\.UTC$|\.parse$)\W|Math(?:\.random|\[))/.test(name)) scanned.impure.push(name);
    },
    VariableDeclarator({ init }) {
      if (init && /^(?:Date|Math)$/.test(codeOf(init))) scanned.impure.push(codeOf(init));
    },
  }).visit(program);
  return scanned;
}

/** As in `import { type Answer } from "./answer.ts"`. */
function areTypes(names: readonly object[]): boolean {
  const isType = (name: { importKind?: string; exportKind?: string }) =>
    (name.importKind ?? name.exportKind) === "type";
  return names.length > 0 && names.every(isType);
}
