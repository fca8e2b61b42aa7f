import { Parser } from "htmlparser2";

/** `order`: its place in the page. `end`: of the first element behind it that is not in it. `text`: from where to where in the page's text. */
export type Element = {
  name: string;
  attributes: Record<string, string>;
  parent: Element | null;
  order: number;
  end: number;
  text: { from: number; to: number };
};

/** In the order of the page. */
export type Page = { elements: Element[]; text: string };

/** A page is read so far, in characters. */
export const MAX_HTML = 512 * 1024;
/** Browsers nest 512 deep. An end tag looks through what is open, so without a bound a page of start tags takes minutes. */
const MAX_DEPTH = 256;

class TooDeep extends Error {}

/** A page as a browser takes it, near enough for its links and forms. What is longer or deeper than the bounds is not read. */
export function readHtml(html: string): Page {
  const elements: Element[] = [];
  const open: Element[] = [];
  const pieces: string[] = [];
  let length = 0;
  const close = (element: Element | undefined) => {
    if (!element) return;
    element.end = elements.length;
    element.text.to = length;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length === MAX_DEPTH) throw new TooDeep();
      const parent = open.at(-1) ?? null;
      const element = { name, attributes, parent, order: elements.length, end: 0, text: { from: length, to: length } };
      elements.push(element);
      open.push(element);
    },
    onclosetag: () => close(open.pop()),
    ontext(text) {
      pieces.push(text);
      length += text.length;
    },
  });
  try {
    parser.end(html.slice(0, MAX_HTML));
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    open.forEach(close);
  }
  return { elements, text: pieces.join("") };
}

export function textOf({ text }: Page, element: Element): string {
  return text.slice(element.text.from, element.text.to);
}

/** What is in an element, in the order of the page. */
export function descendantsOf({ elements }: Page, { order, end }: Element): Element[] {
  return elements.slice(order + 1, end);
}

/** The element itself, or the nearest around it, that is as wanted. */
export function closest(element: Element, isWanted: (one: Element) => boolean): Element | null {
  for (let one: Element | null = element; one !== null; one = one.parent) if (isWanted(one)) return one;
  return null;
}
