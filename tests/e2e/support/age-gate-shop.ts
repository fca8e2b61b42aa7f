import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSync } from "esbuild";

const SCRIPTS: Record<string, () => string | undefined> = {
  "/age-gate.js": () => built("packages/age-gate/src/age-gate.ts"),
  "/react.js": () => built("tests/e2e/support/age-gate-react.tsx"),
  "/page.js": () => PAGE,
};

const scripts = new Map<string, string | undefined>();

/** Built once: each build is a process. */
function built(entry: string): string | undefined {
  if (!scripts.has(entry)) {
    const define = { "process.env.NODE_ENV": '"production"' };
    const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: "esm", define, write: false });
    scripts.set(entry, outputFiles[0]?.text);
  }
  return scripts.get(entry);
}

/** Writes how often the page was told to look again, and by whom. */
const PAGE = `
let told = [];
addEventListener("age-gate:change", ({ target, detail }) => {
  told.push(target.id + ": " + detail);
  document.querySelector("[role=status]").textContent = told.join(", ");
});`;

type Options = {
  /** Where a check happens that comes back to this page. Without it: a page of another origin, with a link back. */
  checkFor?: (returnUrl: string) => string;
  /** What the shop's backend does with the token. */
  isConfirmed?: (token: string) => Promise<boolean>;
  /** Of the shop's own pages. */
  openerPolicy?: string;
  /** What stands behind their content security policy. */
  policy?: string;
};

/** A shop of one visitor, whose pages have no script but the element's and one that counts. */
export async function startAgeGateShop({ checkFor, isConfirmed, openerPolicy, policy = "" }: Options = {}) {
  let isWelcome = false;
  const shop = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const token = searchParams.get("token_age_verified");
    const leaveTo = (to: string) => void response.writeHead(303, { Location: to }).end();
    const show = (body: string) =>
      response.setHeader("Content-Type", "text/html").end(`<!doctype html><html lang="en"><title>Shop</title>${body}`);
    if (request.headers.host !== new URL(url).host) return show(`<a href="${url}/done">Come back</a>`);

    response.setHeader("Content-Security-Policy", `default-src 'none'; script-src 'self'; ${policy}`);
    if (openerPolicy) response.setHeader("Cross-Origin-Opener-Policy", openerPolicy);
    const code = SCRIPTS[pathname]?.();
    if (code) return response.setHeader("Content-Type", "text/javascript").end(code);
    if (pathname === "/react") return show('<main></main><script type="module" src="/react.js"></script>');
    if (pathname === "/start") return leaveTo(checkFor?.(`${url}/done`) ?? url.replace("localhost", "127.0.0.1"));
    if (pathname === "/done") {
      if (token !== null) isWelcome = (await isConfirmed?.(token)) ?? false;
      if (token !== null) return leaveTo("/done");
      return show(`${LOADED}<age-gate done>You may close this window. <a href="/">Go on</a></age-gate>`);
    }
    return show(
      isWelcome
        ? "<h1>Welcome</h1>"
        : `${LOADED}<h1>Closed</h1><p role="status"></p>
          <age-gate id="wine"><a href="/start" rel="nofollow">Confirm for wine</a></age-gate>
          <age-gate id="beer"><a href="/start?beer" rel="nofollow">Confirm for beer</a></age-gate>`,
    );
  });
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  const url = `http://localhost:${(shop.address() as AddressInfo).port}`;
  return { url, stop: () => void shop.close().closeAllConnections() };
}

const LOADED = '<script type="module" src="/age-gate.js"></script><script type="module" src="/page.js"></script>';
