import { sharedApp } from "./shared-app.ts";

type Headers = Record<string, string>;
export type Page = { status: number; location: string | null; text: string; headers: globalThis.Headers };

/** To pack and unpack a page takes longer than to send it. In Chromium tests they are packed. */
const UNPACKED = { "accept-encoding": "identity" };

/** The built app, for tests that act as a browser without script: they get pages and submit forms. `at`: another than the shared one. */
export async function openDashboard(at?: string) {
  const base = at ?? (await sharedApp());

  async function get(path: string, cookie = "", headers: Headers = {}): Promise<Page> {
    return read(await fetch(base + path, { redirect: "manual", headers: { cookie, ...UNPACKED, ...headers } }));
  }

  /** Submits a form that `formWith` filled in. `headers`: without them, the `Origin` of our own pages. */
  async function submit(path: string, form: FormData, cookie = "", headers: Headers = { origin: base }): Promise<Page> {
    const sent = { cookie, ...UNPACKED, ...headers };
    return read(await fetch(base + path, { method: "POST", redirect: "manual", body: form, headers: sent }));
  }

  return { base, get, submit };
}

async function read(answer: Response): Promise<Page> {
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    text: await answer.text(),
    headers: answer.headers,
  };
}

/** The form of a page that has this button: its hidden fields, and what is typed over them. */
export function formWith(page: Page, button: string, typed: Record<string, string | Blob>): FormData {
  const wanted = formsIn(page.text).find((form) => textOf(form).includes(button));
  if (!wanted) throw new Error(`There is no form with "${button}" at this page (${page.status})`);
  const filled = new FormData();
  for (const [name, value] of hiddenIn(wanted)) filled.append(name, value);
  for (const [name, value] of Object.entries(typed)) filled.set(name, value);
  return filled;
}

/** The forms of a page that call an action of ours, as nobody has filled them in; by their action. */
export function formActions(html: string): Map<string, FormData> {
  const found = new Map<string, FormData>();
  for (const form of formsIn(html)) {
    const fields = hiddenIn(form);
    const named = fields.find(([name]) => /^\$ACTION_(?:ID_|\d+:0)/.test(name)) ?? [];
    const [action] = /[0-9a-f]{40,}/.exec(named.join()) ?? [];
    const filled = new FormData();
    for (const [name, value] of fields) filled.append(name, value);
    if (action) found.set(action, filled);
  }
  return found;
}

function formsIn(html: string): string[] {
  return html.match(/<form[^>]*>.*?<\/form>/gs) ?? [];
}

function hiddenIn(form: string): [name: string, value: string][] {
  return [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => {
    const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    return [attribute("name"), attribute("value")];
  });
}

/** What a person reads of a page. */
export function textOf(html: string): string {
  return unescaped(
    html
      .replace(/<script.*?<\/script>/gs, " ")
      .replace(/<!--.*?-->/gs, "")
      .replace(/<[^>]*>/g, " "),
  ).replace(/\s+/g, " ");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
