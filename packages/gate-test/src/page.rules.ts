import { closest, descendantsOf, type Element, type Page, readHtml, textOf } from "./html.rules.ts";
import { select } from "./selector.rules.ts";

/** How a visitor starts a check on a page. */
export type Start = { method: "GET" | "POST"; url: string; body?: string };

/** Each address of a page is read with its base. */
const MAX_BASE = 2_048;
const MAX_SCRIPTS = 200;

/**
 * Where the link or form leads that the selector names. Without a selector: the first that leads to an address of the run, or else
 * the only one of the page, if pressing it changes nothing: a form that posts may be an order. `null`: the page has none.
 */
export function startOn(html: string, pageUrl: string, selector: string | undefined, address: string): Start | null {
  const page = readHtml(html);
  const named = page.elements.find(({ name, attributes }) => name === "base" && attributes.href !== undefined);
  const baseUrl = named?.attributes.href ?? "";
  const isBase = baseUrl.length <= MAX_BASE && URL.canParse(baseUrl, pageUrl);
  const base = isBase ? new URL(baseUrl, pageUrl).href : pageUrl;
  if (selector !== undefined) {
    const element = select(page, selector);
    return element && startBy(page, element, base);
  }
  const starts = page.elements.filter((element) => isLink(element) || isForm(element));
  // To read an address takes time, and a page may have thousands.
  const leading = starts
    .filter(({ attributes: { href, action } }) => (href ?? action)?.includes("/doctor/"))
    .find((element) => targetOf(element, base)?.href.startsWith(`${address}/`));
  const [only] = starts.length === 1 ? starts : [];
  const start = leading ?? (only && methodOf(only) === "GET" ? only : null);
  return start && startBy(page, start, base);
}

const isLink = ({ name, attributes }: Element) => name === "a" && attributes.href !== undefined;
const isForm = ({ name }: Element) => name === "form";

/** What the selector names, the link around it or in it, or the form whose button it is: never a form that merely is in it. */
function startBy(page: Page, element: Element, base: string): Start | null {
  if (isForm(element)) return filledIn(page, element, null, base);
  const link = closest(element, isLink) ?? descendantsOf(page, element).find(isLink);
  if (link) {
    const url = targetOf(link, base);
    return url && { method: "GET", url: url.href };
  }
  const form = isButton(element) ? closest(element, isForm) : null;
  return form && filledIn(page, form, element, base);
}

function isButton({ name, attributes }: Element): boolean {
  const type = attributes.type?.toLowerCase();
  if (name === "button") return type !== "button" && type !== "reset";
  return name === "input" && (type === "submit" || type === "image");
}

function targetOf({ attributes }: Element, base: string, submitter: Element | null = null): URL | null {
  const target = attributes.href ?? submitter?.attributes.formaction ?? attributes.action ?? "";
  return URL.canParse(target, base) ? new URL(target, base) : null;
}

function methodOf({ attributes }: Element, submitter: Element | null = null): "GET" | "POST" {
  const method = submitter?.attributes.formmethod ?? attributes.method ?? "get";
  return method.trim().toLowerCase() === "post" ? "POST" : "GET";
}

/** As a browser would send it without the visitor touching a field. */
function filledIn(page: Page, form: Element, submitter: Element | null, base: string): Start | null {
  const url = targetOf(form, base, submitter);
  if (url === null) return null;
  const fields = new URLSearchParams();
  for (const field of descendantsOf(page, form)) {
    const value = sentValue(page, field);
    if (value !== null) fields.append(field.attributes.name ?? "", value);
  }
  if (submitter?.attributes.name) fields.append(submitter.attributes.name, submitter.attributes.value ?? "");
  if (methodOf(form, submitter) === "POST") return { method: "POST", url: url.href, body: fields.toString() };
  url.search = fields.toString();
  return { method: "GET", url: url.href };
}

/** What is not sent, because the form has it not, not yet, or not without a press. */
const UNSENT = new Set(["submit", "button", "image", "reset"]);

/** `null`: a browser sends none. */
function sentValue(page: Page, field: Element): string | null {
  const { name, attributes } = field;
  const type = attributes.type?.toLowerCase() ?? "";
  if (attributes.name === undefined || attributes.disabled !== undefined) return null;
  if (name === "textarea") return textOf(page, field);
  if (name === "select") {
    const options = descendantsOf(page, field).filter((one) => one.name === "option");
    const option = options.find((one) => one.attributes.selected !== undefined) ?? options[0];
    return option ? (option.attributes.value ?? textOf(page, option)) : "";
  }
  if (name !== "input" || UNSENT.has(type)) return null;
  const isTicked = type === "checkbox" || type === "radio";
  if (isTicked && attributes.checked === undefined) return null;
  return attributes.value ?? (isTicked ? "on" : "");
}

/** Is the text on the page, as its reader sees it or anywhere in its source? */
export function shows(html: string, text: string): boolean {
  const wanted = collapsed(text);
  return collapsed(html).includes(wanted) || collapsed(readHtml(html).text).includes(wanted);
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The addresses of the page's scripts. */
export function scriptsOf(html: string, pageUrl: string): string[] {
  const scripts = readHtml(html).elements.filter(({ name, attributes }) => name === "script" && attributes.src);
  return scripts.slice(0, MAX_SCRIPTS).flatMap(({ attributes: { src = "" } }) => {
    return URL.canParse(src, pageUrl) ? [new URL(src, pageUrl).href] : [];
  });
}

/** Does a page or a script speak of the question that only a backend may ask? */
export function asksItself(source: string): boolean {
  return /\bauth_check\b/.test(source);
}
