import { sharedApp } from "./shared-app.ts";

type Headers = Record<string, string>;
export type Page = { status: number; location: string | null; text: string; headers: globalThis.Headers };

/** The built app, for tests that act as a browser without script: they get pages and submit forms. */
export async function openDashboard() {
  const base = await sharedApp();

  async function get(path: string, cookie = "", headers: Headers = {}): Promise<Page> {
    return read(await fetch(base + path, { redirect: "manual", headers: { cookie, ...headers } }));
  }

  /** Submits a form that `formWith` filled in. `headers`: without them, the `Origin` of our own pages. */
  async function submit(path: string, form: FormData, cookie = "", headers: Headers = { origin: base }): Promise<Page> {
    return read(
      await fetch(base + path, { method: "POST", redirect: "manual", body: form, headers: { cookie, ...headers } }),
    );
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
  const forms = page.text.match(/<form[^>]*>.*?<\/form>/gs) ?? [];
  const wanted = forms.find((form) => textOf(form).includes(button));
  if (!wanted) throw new Error(`There is no form with "${button}" at this page (${page.status})`);
  const filled = new FormData();
  for (const [tag] of wanted.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    filled.append(attribute("name"), attribute("value"));
  }
  for (const [name, value] of Object.entries(typed)) filled.set(name, value);
  return filled;
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
