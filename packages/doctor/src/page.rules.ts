import { type HTMLElement, parse } from "node-html-parser";

/** How a visitor starts a check on a page. */
export type Start = { method: "GET" | "POST"; url: string; body?: string };

/**
 * Where the link or form leads that the selector names. Without a selector: the first that leads to an address of the run, or else
 * the only one of the page. `null`: the page has none. Throws for what is no selector.
 */
export function startOn(html: string, pageUrl: string, selector: string | undefined, address: string): Start | null {
  const root = parse(html);
  const base = new URL(root.querySelector("base[href]")?.getAttribute("href") ?? "", pageUrl).href;
  if (selector !== undefined) {
    const named = root.querySelector(selector);
    return named && startBy(named, base);
  }
  const starts = root.querySelectorAll("a[href], form").map((element) => startBy(element, base));
  return (
    starts.find((start) => start?.url.startsWith(`${address}/`)) ?? (starts.length === 1 ? (starts[0] ?? null) : null)
  );
}

export function isSelector(text: string): boolean {
  try {
    parse("<a></a>").querySelector(text);
    return text.trim() !== "";
  } catch {
    return false;
  }
}

function startBy(element: HTMLElement, base: string): Start | null {
  const link = element.matches("a[href]") ? element : (element.querySelector("a[href]") ?? element.closest("a[href]"));
  const form = element.matches("form") ? element : (element.closest("form") ?? element.querySelector("form"));
  const href = link && !element.matches("form") ? (link.getAttribute("href") ?? "") : null;
  if (href !== null) return URL.canParse(href, base) ? { method: "GET", url: new URL(href, base).href } : null;
  return form && filledIn(form, element, base);
}

/** As a browser would send it without the visitor touching a field. */
function filledIn(form: HTMLElement, pressed: HTMLElement, base: string): Start | null {
  const fields = new URLSearchParams();
  for (const field of form.querySelectorAll("input[name], select[name], textarea[name]")) {
    const type = field.getAttribute("type")?.toLowerCase();
    if (field.hasAttribute("disabled") || type === "submit" || type === "button" || type === "image") continue;
    if ((type === "checkbox" || type === "radio") && !field.hasAttribute("checked")) continue;
    fields.append(field.getAttribute("name") ?? "", fieldValue(field));
  }
  const name = pressed.matches("button, input") ? pressed.getAttribute("name") : null;
  if (name) fields.append(name, pressed.getAttribute("value") ?? "");
  const action = pressed.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  if (!URL.canParse(action, base)) return null;
  const url = new URL(action, base);
  const method = pressed.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get";
  if (method.toLowerCase() === "post") return { method: "POST", url: url.href, body: fields.toString() };
  url.search = fields.toString();
  return { method: "GET", url: url.href };
}

function fieldValue(field: HTMLElement): string {
  if (field.tagName === "TEXTAREA") return field.textContent;
  if (field.tagName === "SELECT") {
    const option = field.querySelector("option[selected]") ?? field.querySelector("option");
    return option?.getAttribute("value") ?? option?.textContent ?? "";
  }
  return field.getAttribute("value") ?? (field.getAttribute("type") === "checkbox" ? "on" : "");
}

/** Is the text on the page, as its reader sees it or anywhere in its source? */
export function shows(html: string, text: string): boolean {
  const wanted = collapsed(text);
  return collapsed(html).includes(wanted) || collapsed(parse(html).textContent).includes(wanted);
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The addresses of the page's scripts. */
export function scriptsOf(html: string, pageUrl: string): string[] {
  return parse(html)
    .querySelectorAll("script[src]")
    .flatMap((script) => {
      const src = script.getAttribute("src") ?? "";
      return URL.canParse(src, pageUrl) ? [new URL(src, pageUrl).href] : [];
    });
}

/** Does a page or a script speak of the question that only a backend may ask? */
export function asksItself(source: string): boolean {
  return /\bauth_check\b/.test(source);
}
