import { parseSync, Visitor } from "oxc-parser";

/** What a machine that is busy breaks: code of a test that ends a wait early, compares elapsed time, or sleeps. */
export function clockLimitsIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: string[] = [];
  const codeOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const add = (node: { start: number; end: number }) =>
    found.push(`${file}:${text.slice(0, node.start).split("\n").length}: ${codeOf(node).split("\n")[0]}`);
  const constants = new Map<string, string>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init) constants.set(id.name, codeOf(init));
      // Of `const [A, B] = [1, 2]`.
      if (id.type === "ArrayPattern" && init?.type === "ArrayExpression")
        for (const [n, one] of id.elements.entries())
          if (one?.type === "Identifier" && init.elements[n]) constants.set(one.name, codeOf(init.elements[n]));
    },
  }).visit(program);
  const numberOf = (code: string) => valueIn(constants.get(code) ?? code);
  new Visitor({
    Property: (node) => {
      const name = node.key.type === "Identifier" ? node.key.name : "";
      const least = name === "timeout" ? MIN_WAIT_MS : /^(?:testTimeout|hookTimeout)$/.test(name) ? MIN_TEST_MS : null;
      // A driver's `end({ timeout: 0 })` gives up at once, in seconds.
      if (least !== null && numberOf(codeOf(node.value)) < least && numberOf(codeOf(node.value)) > 5) add(node);
    },
    CallExpression: (node) => {
      const callee = codeOf(node.callee);
      const last = node.arguments.at(-1);
      if (
        /^(?:test|it|beforeAll|beforeEach|afterAll|afterEach)\b/.test(callee) &&
        last &&
        numberOf(codeOf(last)) < MIN_TEST_MS
      )
        add(node);
      if (UPPER_BOUND.test(callee) && readsClock(callee, constants)) add(node);
      if (callee === "expect" && COMPARED.test(codeOf(node))) add(node);
      if (SLEEPS.test(callee) && !codeOf(node).startsWith("vi.")) add(node);
    },
    ImportDeclaration: (node) => {
      if (node.source.value === "node:timers/promises" && codeOf(node).includes("setTimeout")) add(node);
    },
  }).visit(program);
  return found;
}

/** Five minutes for a test, two for what is waited for in it. */
const [MIN_TEST_MS, MIN_WAIT_MS] = [300_000, 120_000];
const UPPER_BOUND = /^expect\b.*\.(?:toBeLessThan(?:OrEqual)?|toBeCloseTo)$/s;
const COMPARED = /\b(?:ms|tookMs|took|lasted|elapsed|performance\.now\(\) - \w+)\s*<=?\s/;
const SLEEPS = /(?:^|\.)(?:setTimeout|waitForTimeout|sleep)$|^Atomics\.wait$/;
/** A reading of a clock, or a figure that is one by its name. */
const CLOCK =
  /\b(?:performance\.now|Date\.now|process\.(?:hrtime|cpuUsage)|new Date\(\))|\b(?:ms|tookMs|took|lasted|elapsed|slowest)\b/;

function readsClock(code: string, constants: ReadonlyMap<string, string>): boolean {
  if (/\.(?:length|size|byteLength)\)\.\w+$/.test(code)) return false;
  // A moment that a function of ours is given is no time that has passed.
  if (CLOCK.test(code.replace(/,\s*performance\.now\(\)\s*(?=[,)])/g, ""))) return true;
  return [...code.matchAll(/[A-Za-z_]\w*/g)].some(([name]) => CLOCK.test(constants.get(name) ?? ""));
}

/** The number that a piece of code is; `Infinity`: not known. */
function valueIn(code: string): number {
  return /^[\d_ *+()]+$/.test(code) ? Number(new Function(`return (${code})`)()) : Number.POSITIVE_INFINITY;
}
