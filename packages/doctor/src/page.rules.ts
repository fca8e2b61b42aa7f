import { type HTMLElement, parse } from "node-html-parser";

/** How a visitor starts a check on a page. */
export type Start = { method: "GET" | "POST"; url: string; body?: string };

/** Where the link or form leads that the selector names; `null`: the page has none. Throws for no selector. */
export function startOn(html: string, pageUrl: string, selector: string): Start | null {
  const root = parse(html);
  const named = root.querySelector(selector);
  if (named === null) return null;
  const base = new URL(root.querySelector("base[href]")?.getAttribute("href") ?? "", pageUrl).href;
  const link = named.matches("a[href]") ? named : (named.querySelector("a[href]") ?? named.closest("a[href]"));
  const form = named.matches("form") ? named : (named.closest("form") ?? named.querySelector("form"));
  if (link) return { method: "GET", url: new URL(link.getAttribute("href") ?? "", base).href };
  return form && filledIn(form, named, base);
}

/** As a browser would send it without the visitor touching a field. */
function filledIn(form: HTMLElement, pressed: HTMLElement, base: string): Start {
  const fields = new URLSearchParams();
  for (const field of form.querySelectorAll("input[name], select[name], textarea[name]")) {
    const type = field.getAttribute("type")?.toLowerCase();
    if (field.hasAttribute("disabled") || type === "submit" || type === "button" || type === "image") continue;
    if ((type === "checkbox" || type === "radio") && !field.hasAttribute("checked")) continue;
    fields.append(field.getAttribute("name") ?? "", fieldValue(field));
  }
  const name = pressed.matches("button, input") ? pressed.getAttribute("name") : null;
  if (name) fields.append(name, pressed.getAttribute("value") ?? "");
  const url = new URL(pressed.getAttribute("formaction") ?? form.getAttribute("action") ?? "", base);
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
