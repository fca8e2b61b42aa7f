/** As long as a person looks at a page that does not load. */
const PATIENCE_MS = 10_000;

type Send<Answer> = (path: string, request: { method: string; headers: Record<string, string> }) => Promise<Answer>;

/** A browser without script: keeps cookies by origin, follows nothing by itself. `send`: takes a path to the gateway. */
export function browserOver<Answer extends { headers: Headers }>(send: Send<Answer>) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    return jar;
  };
  const keep = (url: URL, headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      if (/;\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(line)) jarOf(url).delete(name);
      else jarOf(url).set(name, value);
    }
  };
  const cookies = (url: URL) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");

  /** One request to the gateway. */
  async function go(url: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
    const at = new URL(url, process.env.BASE_URL);
    const answer = await send(at.pathname + at.search, {
      method,
      headers: { cookie: cookies(at), accept: "text/html", ...headers },
    });
    keep(at, answer.headers);
    return answer;
  }

  /** At the eID: chooses a persona on its page and comes out at our callback's address. */
  async function choose(eidUrl: string, persona: string): Promise<string> {
    let url = new URL(eidUrl);
    let form: URLSearchParams | null = null;
    for (let hops = 0; hops < 10; hops += 1) {
      const response: Response = await fetch(url, {
        method: form ? "POST" : "GET",
        body: form,
        redirect: "manual",
        headers: { cookie: cookies(url) },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      keep(url, response.headers);
      form = null;
      const location = response.headers.get("location");
      if (location === null) {
        form = new URLSearchParams({ persona });
        await response.text();
        continue;
      }
      url = new URL(location, url);
      if (url.origin === process.env.BASE_URL) return url.href;
    }
    throw new Error("The eID did not send the visitor back");
  }

  return { go, choose, cookies, clearCookies: () => jars.clear() };
}
