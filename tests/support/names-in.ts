import {
  type BindingPattern,
  type BindingRestElement,
  type ModuleExportName,
  type Program,
  parseSync,
  Visitor,
} from "oxc-parser";

type Span = { start: number; end: number };
type Name = Span & { name: string; isText?: true };

/** Every name that a file declares or uses, with those of the events that it logs and of its tables, and those that it exports. */
export function namesIn(file: string, code: string) {
  const { program } = parseSync(file, code);
  return { file, names: usedIn(program, file.startsWith("db/schema/")), exports: exportsOf(program) };
}

/** `isSchema`: every text may name a table, a column, a constraint or a value. */
function usedIn(program: Program, isSchema: boolean): string[] {
  const names: Name[] = [];
  const events: Span[] = [];
  const add = ({ name, start, end }: Span & { name: string }) => void names.push({ name, start, end });
  const addText = (name: string, { start, end }: Span) => void names.push({ name, start, end, isText: true });
  new Visitor({
    Identifier: add,
    JSXIdentifier: add,
    PrivateIdentifier: add,
    Literal: (node) => void (typeof node.value === "string" && addText(node.value, node)),
    TemplateElement: (node) => addText(node.value.raw, node),
    Property({ key, value }) {
      if (("name" in key && key.name === "event") || ("value" in key && key.value === "event")) events.push(value);
    },
  }).visit(program);
  const isOfEvent = ({ start, end }: Span) => events.some((event) => event.start <= start && end <= event.end);
  const used = names.filter((name) => !name.isText || isSchema || isOfEvent(name));
  return [...new Set(used.map(({ name }) => name))].filter(Boolean);
}

function exportsOf(program: Program): string[] {
  const imported = new Set(
    program.body.flatMap((node) =>
      node.type === "ImportDeclaration" ? node.specifiers.map(({ local }) => local.name) : [],
    ),
  );
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const { declaration, source } = node;
    const named = node.specifiers.flatMap(({ local, exported }) => {
      const [from, to] = [nameOf(local), nameOf(exported)];
      return from === to && (source !== null || imported.has(from)) ? [] : [to];
    });
    if (declaration === null) return named;
    if (declaration.type === "VariableDeclaration") return declaration.declarations.flatMap(({ id }) => boundIn(id));
    return "id" in declaration && declaration.id && "name" in declaration.id ? [declaration.id.name] : [];
  });
}

function nameOf(name: ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}

/** The names that a declaration or its pattern binds. */
function boundIn(pattern: BindingPattern | BindingRestElement | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ArrayPattern":
      return pattern.elements.flatMap(boundIn);
    case "ObjectPattern":
      return pattern.properties.flatMap((one) => boundIn(one.type === "RestElement" ? one : one.value));
    case "AssignmentPattern":
      return boundIn(pattern.left);
    case "RestElement":
      return boundIn(pattern.argument);
    default:
      return [];
  }
}
