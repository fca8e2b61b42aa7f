import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { parse, parseAllDocuments } from "yaml";

// Proxies that no package of Debian has ask as their documents say, by the very file that a shop is given.

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Headers = Record<string, string | string[] | undefined>;
type Proxy = (incoming: IncomingMessage, body: Buffer) => Promise<Answer>;

/** Each is made of its file, in which the addresses are those of a test. */
export const ASKING_PROXIES = { traefik, kubernetes, envoy };

export async function startAskingProxy(name: keyof typeof ASKING_PROXIES, file: string, port: number) {
  const proxy = ASKING_PROXIES[name](file);
  const server = createServer(async (incoming, response) => {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    await proxy(incoming, Buffer.concat(parts)).then(
      (answer) => give(answer, response),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function traefik(file: string): Proxy {
  const { routers, middlewares, services } = parse(file).http;
  const [age, last] = routers.shop.middlewares.map((name: string) => middlewares[name]);
  const { url } = services[routers.shop.service].loadBalancer.servers[0];
  return forwardAuth(age.forwardAuth, last.headers, () => url);
}

/** The same, of the objects of a cluster, by the names that the annotation of the Ingress gives them. */
function kubernetes(file: string): Proxy {
  const objects = parseAllDocuments(file).map((document) => document.toJS());
  const { annotations } = objects.find(({ kind }) => kind === "Ingress").metadata;
  const names = annotations["traefik.ingress.kubernetes.io/router.middlewares"].split(",");
  const [age, last] = names.map((name: string) =>
    objects.find(({ kind, metadata }) => kind === "Middleware" && `default-${metadata.name}@kubernetescrd` === name),
  );
  return forwardAuth(age.spec.forwardAuth, last.spec.headers, shopOf);
}

type ForwardAuth = { address: string; trustForwardHeader: boolean };
type Custom = { customResponseHeaders: Record<string, string> };

/** GET at one address, with every header of the visitor and with those of its own name written anew. */
function forwardAuth(
  { address, trustForwardHeader }: ForwardAuth,
  { customResponseHeaders: own }: Custom,
  shop: (incoming: IncomingMessage) => string,
): Proxy {
  if (trustForwardHeader !== false) throw new Error("Traefik would believe what a visitor says of a request");
  return async (incoming, body) => {
    const said = await ask(address, "GET", { ...ofVisitor(incoming), ...forwarded(incoming) });
    if (isGood(said))
      return changed(await ask(shop(incoming) + incoming.url, incoming.method, ofVisitor(incoming), body), own);
    // It takes a path for one of the gate's own.
    const to = said.headers.location;
    return to === undefined ? said : changed(said, { location: new URL(to, address).href });
  };
}

function forwarded({ method, url, headers: { host } }: IncomingMessage): Headers {
  const own = { "x-forwarded-method": method, "x-forwarded-uri": url, "x-forwarded-host": host };
  return { ...own, "x-forwarded-proto": "http", "x-forwarded-for": "203.0.113.7" };
}

type Pattern = { exact?: string; prefix?: string; suffix?: string };

/** `ext_authz`: the visitor's method and path behind a prefix, and only the headers of a list, in both directions. */
function envoy(file: string): Proxy {
  const { http_filters: filters, route_config: route } = parse(file);
  const { allowed_headers: sent, http_service: service, failure_mode_allow: opens } = filters[0].typed_config;
  if (opens !== false) throw new Error("Envoy would open where nobody answers");
  const isIn = (list: { patterns: Pattern[] }, name: string) =>
    list.patterns.some(
      ({ exact, prefix, suffix }) =>
        exact === name || (prefix && name.startsWith(prefix)) || (suffix && name.endsWith(suffix)),
    );
  const only = (headers: Headers, list: { patterns: Pattern[] }) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => isIn(list, name)));
  return async (incoming, body) => {
    const visitor = { ...ofVisitor(incoming), "x-forwarded-for": "203.0.113.7" };
    const headers = { ...only(visitor, sent), host: incoming.headers.host, "content-length": "0" };
    const said = await ask(service.server_uri.uri + service.path_prefix + incoming.url, incoming.method, headers);
    if (said.status !== 200)
      return { ...said, headers: only(said.headers, service.authorization_response.allowed_client_headers) };
    const gone = Object.fromEntries(route.response_headers_to_remove.map((name: string) => [name, ""]));
    const [{ header, append_action: how }] = route.response_headers_to_add;
    if (how !== "OVERWRITE_IF_EXISTS_OR_ADD") throw new Error("Envoy would add a second header");
    const answer = await ask(shopOf(incoming) + incoming.url, incoming.method, visitor, body);
    return changed(answer, { ...gone, [header.key]: header.value });
  };
}

/** Stands for the address of a cluster, which the file only names. */
const shopOf = ({ headers: { host } }: IncomingMessage) => `http://127.0.0.1:${shopPorts.get(host ?? "")}`;
/** By the host of a proxy. */
export const shopPorts = new Map<string, number>();

const isGood = ({ status }: Answer) => status >= 200 && status < 300;

/** What the visitor sent, without what is of the connection. */
function ofVisitor({ headers }: IncomingMessage): Headers {
  const { connection, upgrade, "content-length": _, "transfer-encoding": __, ...others } = headers;
  return others;
}

function ask(url: string, method = "GET", headers: Headers = {}, body?: Buffer): Promise<Answer> {
  return new Promise((done, fail) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const { hostname, port, pathname } = new URL(url);
    // To the letter, as it came.
    const path = url.slice(url.indexOf("/", "https://".length)) || pathname;
    request({ hostname, port, path, method, headers: given, agent: false }, async (answer) => {
      const parts = [];
      for await (const part of answer) parts.push(part);
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
    })
      .once("error", fail)
      .end(body);
  });
}

/** An empty value takes a header away. */
function changed(answer: Answer, changes: Record<string, string>): Answer {
  const headers = { ...answer.headers };
  for (const [name, value] of Object.entries(changes)) {
    delete headers[name.toLowerCase()];
    if (value !== "") headers[name.toLowerCase()] = value;
  }
  return { ...answer, headers };
}

function give({ status, headers, body }: Answer, to: ServerResponse) {
  const { connection, "keep-alive": _, "transfer-encoding": __, "content-length": ___, ...others } = headers;
  to.writeHead(status, others as Headers as Record<string, string>).end(body);
}
