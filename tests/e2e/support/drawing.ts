import type { Page } from "@playwright/test";

/**
 * What a drawing shows. `root`: the element that is drawn. `from`, `to`: elements of it, at which it begins and ends with some air.
 * `height`: where it ends otherwise, in pixels. `without`: what is left out. `scale`: how large it is shown.
 */
export type DrawnPart = {
  root: string;
  from?: string;
  to?: string;
  height?: number;
  without?: string;
  scale?: number;
};

/**
 * Draws a part of a page as an SVG that loads nothing: its elements, and the rules of its style sheets that concern them in this
 * window, light, dark and in forced colours. In place of the page's own font it has that of its reader's system.
 */
export function drawingOf(page: Page, part: DrawnPart): Promise<string> {
  return page.evaluate(draw, part);
}

/** Runs in the page. */
function draw({ root: selector, from, to, height: limit, without, scale = 1 }: DrawnPart): string {
  const AIR = 20;
  const KEPT =
    /^(?:aria-(?:checked|current|disabled|expanded|hidden|pressed|selected)|checked|class|colspan|data-.+|open|placeholder|selected|style|type|value)$/;
  const POINTED_AT =
    /:(?:hover|focus|active|target|visited|open|popover|selection|-webkit|-moz|:selection|:backdrop|:-webkit|:file)/;

  const { documentElement: html } = document;
  html.style.setProperty("--inter", "system-ui");
  if (without) for (const one of document.querySelectorAll(without)) one.remove();
  const root = find(selector);
  const frame = root.getBoundingClientRect();
  const top = from ? find(from, root).getBoundingClientRect().top - frame.top - AIR : 0;
  const end = to ? find(to, root).getBoundingClientRect().bottom - frame.top + AIR : frame.height;
  const [width, height] = [Math.round(frame.width), Math.round(limit ?? end - top)];

  const isBody = root === document.body;
  const body = isBody ? copyOf(root) : copyAlone(document.body);
  if (!isBody) body.append(copyOf(root));
  addStyle(body, `margin:0;min-height:0;overflow:hidden${isBody ? "" : ";display:block"}`);
  if (!isBody)
    addStyle(body.firstElementChild, "margin:0;min-height:0;border:0;border-radius:0;view-transition-name:none");
  const sheet = withoutUnused([...document.styleSheets].map((one) => rulesIn(one.cssRules)).join("\n"));
  for (const one of [body, ...body.querySelectorAll("[class]")]) keepUsedClasses(one);

  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  const css = sheet
    .replace(/100d?vh/g, `${innerHeight}px`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}" style="--inter:system-ui">`,
    `<style>\n${css}\n</style>`,
    `<foreignObject y="${-Math.round(top)}" width="${width}" height="${Math.round(top) + height}">`,
    `${new XMLSerializer().serializeToString(body).replace(/(?=<(?:a|button|details|div|h\d|li|p|section|svg|tr)\b)/g, "\n")}`,
    "</foreignObject>\n</svg>\n",
  ].join("\n");

  function find(wanted: string, within: ParentNode = document): Element {
    const one = within.querySelector(wanted);
    if (!one) throw new Error(`The page has no ${wanted}`);
    return one;
  }

  /** Copies an element with those children that can be seen. */
  function copyOf(one: Element): Element {
    const made = copyAlone(one);
    const isClosed = one instanceof HTMLDetailsElement && !one.open;
    for (const node of one.childNodes) {
      if (node instanceof Text) made.append(node.data);
      else if (!(node instanceof Element) || /^(?:script|template|style|link|noscript)$/i.test(node.tagName)) continue;
      else if (node instanceof HTMLInputElement && node.type === "hidden") continue;
      else if (node instanceof HTMLOptionElement && !node.selected) continue;
      else if (isClosed && node.tagName !== "SUMMARY") continue;
      else if (!isShown(node)) made.append(addStyle(document.createElement(node.tagName), "display:none"));
      else if (node instanceof HTMLElement && topOf(node) >= top + height) break;
      else if (node instanceof HTMLElement && node.offsetHeight > 0 && topOf(node) + node.offsetHeight < top)
        made.append(boxOf(node));
      else made.append(copyOf(node));
    }
    return made;
  }

  /** Takes the place of what is above the part. */
  function boxOf(one: HTMLElement): Element {
    return addStyle(copyAlone(one), `height:${one.offsetHeight}px`);
  }

  function topOf(one: Element): number {
    return one.getBoundingClientRect().top - frame.top;
  }

  function isShown(one: Element): boolean {
    if (one instanceof SVGElement || one instanceof HTMLOptionElement) return true;
    return getComputedStyle(one).display !== "none";
  }

  function copyAlone(one: Element): Element {
    const made = one.cloneNode(false) as Element;
    if (one instanceof SVGElement) return made;
    for (const { name } of [...made.attributes])
      if (name === "href") made.setAttribute(name, "#");
      else if (!KEPT.test(name)) made.removeAttribute(name);
    if (one instanceof HTMLInputElement) made.setAttribute("value", one.value);
    return made;
  }

  function addStyle<One extends Element | null>(one: One, style: string): One {
    one?.setAttribute("style", [one.getAttribute("style"), style].filter(Boolean).join(";"));
    return one;
  }

  function rulesIn(rules: CSSRuleList): string {
    return [...rules].map(textOf).filter(Boolean).join("\n");
  }

  function textOf(rule: CSSRule): string {
    const within = (head: string, { cssRules }: CSSGroupingRule) => {
      const inner = rulesIn(cssRules);
      return inner && `${head}{\n${inner}\n}`;
    };
    if (rule instanceof CSSLayerBlockRule) return within(`@layer ${rule.name}`, rule);
    if (rule instanceof CSSContainerRule) return within(`@container ${rule.conditionText}`, rule);
    if (rule instanceof CSSSupportsRule) return CSS.supports(rule.conditionText) ? rulesIn(rule.cssRules) : "";
    if (rule instanceof CSSMediaRule) {
      const { mediaText } = rule.media;
      if (/prefers-color-scheme|forced-colors/.test(mediaText)) return within(`@media ${mediaText}`, rule);
      return matchMedia(mediaText).matches ? rulesIn(rule.cssRules) : "";
    }
    if (rule instanceof CSSStyleRule) {
      const selectors = partsOf(rule.selectorText).filter(concerns);
      const inner = rulesIn(rule.cssRules);
      if (selectors.length === 0 || !(rule.style.cssText || inner)) return "";
      return `${selectors.join(",").replace(/\bhtml\b/g, ":root")}{${rule.style.cssText}${inner && `\n${inner}\n`}}`;
    }
    return /^@(?:layer|property)|^[^@{]+$/.test(rule.cssText) ? rule.cssText : "";
  }

  /** The selectors of a list. */
  function partsOf(list: string): string[] {
    let depth = 0;
    const parts = [""];
    for (const [letter] of list.matchAll(/\\.|./gs)) {
      depth += Number(letter === "(") - Number(letter === ")");
      if (letter === "," && depth === 0) parts.push("");
      else parts.push(`${parts.pop()}${letter}`);
    }
    return parts.map((one) => one.trim());
  }

  /** Does the selector mean something that is drawn, without anybody who points at it? */
  function concerns(one: string): boolean {
    if (POINTED_AT.test(one.replace(/\\./g, "").replace(/:not\([^)]*\)/g, ""))) return false;
    if (one.replace(/\\./g, "").includes("&")) return true;
    const bare = one.replace(/(?<!\\)::?(?:before|after|marker|placeholder|details-content)\b/g, "") || "*";
    try {
      return (!bare.includes(".") && html.matches(bare)) || body.matches(bare) || body.querySelector(bare) !== null;
    } catch {
      return false;
    }
  }

  /** The rules without variables that nothing reads. */
  function withoutUnused(all: string): string {
    const read = new Set([...`${all}${body.outerHTML}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    const left = all
      .replace(/@property (--[\w-]+) \{[^}]*\}\n?/g, (text, name) => (read.has(name) ? text : ""))
      .replace(/(?<=[{;\s])(--[\w-]+):[^;{}]*;\s*/g, (text, name) => (read.has(name) ? text : ""));
    return left === all ? all.replace(/^.*\{\s*\}\n?/gm, "") : withoutUnused(left);
  }

  function keepUsedClasses(one: Element): void {
    const used = [...one.classList].filter((name) => sheet.includes(`.${CSS.escape(name)}`));
    if (used.length > 0) one.setAttribute("class", used.join(" "));
    else one.removeAttribute("class");
  }
}
