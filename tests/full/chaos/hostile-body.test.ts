import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { startApp } from "#tests/support/app.ts";
import { formWith } from "#tests/support/dashboard.ts";
import { IMAGES } from "#tests/support/images.ts";
import { freePort } from "#tests/support/ports.ts";
import { type FullShop, shopWithEverything } from "#tests/support/shop-with-everything.ts";

let app: Awaited<ReturnType<typeof startApp>>;
let shop: FullShop;
/** When the server hung up on a refused sender that never finished, in milliseconds after the answer. */
let hungUpAfter: Promise<number>;
beforeAll(async () => {
  const port = await freePort();
  app = await startApp({ ...inject("env"), BASE_URL: `http://localhost:${port}`, LOG_LEVEL: "info" }, port);
  hungUpAfter = new Promise((done) => {
    const socket = connect({ port, host: "127.0.0.1" }).once("data", () => {
      const answered = performance.now();
      socket.once("end", () => done(performance.now() - answered));
    });
    socket.write("POST /sign-in/email HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n");
  });
  shop = await shopWithEverything();
});
afterAll(() => app.stop());

const KB = 1024;
/** Less than a sender has to finish. */
const AT_ONCE = { timeout: 4_000 };

type Headers = Record<string, string>;

/**
 * Sends a head, then pieces of a body for as long as somebody listens, and hangs up with the answer; answers when the connection is
 * closed. `from`: its address.
 */
function sent(method: string, path: string, headers: Headers, pieces: Iterable<string>, from = "127.0.0.1") {
  return new Promise<{ status: number; text: string; bytes: number }>((done) => {
    const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1", localAddress: from });
    let [answer, bytes, isSent] = ["", 0, false];
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
      if (isSent) socket.end();
    });
    socket.on("error", () => {});
    socket.once("close", () => done({ status: Number(answer.split(" ")[1]), text: answer, bytes }));
    const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers }).map(([k, v]) => `${k}: ${v}`);
    socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
    const source = pieces[Symbol.iterator]();
    const next = () => {
      const { value, done: isDone } = source.next();
      isSent = isDone === true;
      if (isDone || socket.destroyed) return;
      bytes += value.length;
      if (socket.write(value)) setImmediate(next);
      else socket.once("drain", next);
    };
    next();
  });
}

function* endless(piece: string) {
  for (;;) yield piece;
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
const part = (name: string, value = "1") => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const signed = () => ({ Origin: app.url, Cookie: shop.owner.cookie });

/** Every address of the build: where it takes no write, nothing of a body is read. */
const READ_ONLY = [
  "/",
  "/reasons",
  "/retention",
  "/inbox",
  "/status",
  "/test-check",
  "/sign-in",
  "/sign-in/sent",
  "/api/health/live",
  "/api/auth/callback/oidc",
  "/verify/s/callback",
  "/logos/x",
];

test.for(READ_ONLY)("%s takes no write, and waits for none of its body", async (path) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const { status } = await sent(method, path, { ...multipart, "Content-Length": "50000" }, []);
    // What HAProxy asks.
    expect([method, status]).toEqual([method, method === "OPTIONS" && path === "/" ? 204 : 405]);
  }
});

test.for(["/nothing", "/api/nothing", "/dashboard/a/b/c/d", "/_next/data/x"])(
  "%s is nowhere, and waits for none of a body",
  async (path) => {
    const { status } = await sent("POST", path, { ...multipart, "Content-Length": "50000" }, []);
    expect(status).toBe(path.startsWith("/_next/") ? 405 : 404);
  },
);

const FORMS = ["/dashboard/settings", "/dashboard/account", "/welcome", "/invitation", "/sign-in/email", "/sign-out"];

test.for(FORMS)("%s without our Origin is refused before its body is read", async (path) => {
  for (const headers of [{}, { Origin: "https://evil.example" }, { Origin: "null" }] as Headers[]) {
    const { status } = await sent("POST", path, { ...headers, ...multipart, "Content-Length": "50000" }, []);
    expect(status).toBe(403);
  }
});

test.for(["close", "keep-alive"])(
  "a refused form of 96 KB, which a proxy passes on, is answered at once, and its connection stays until all of it has come: %s",
  async (connection) => {
    const socket = connect({ port: Number(new URL(app.url).port), host: "127.0.0.1" }).setEncoding("utf8");
    onTestFinished(() => void socket.destroy());
    const faults: Error[] = [];
    let answers = "";
    socket
      .on("error", (fault) => faults.push(fault))
      .on("data", (text) => {
        answers += text;
      });
    const head = ["POST /sign-in/email HTTP/1.1", "Host: localhost", `Connection: ${connection}`];
    socket.write(`${[...head, `Content-Length: ${96 * KB}`].join("\r\n")}\r\n\r\n`);
    await expect.poll(() => answers).toMatch(/^HTTP\/1.1 403 [\s\S]*Nothing was changed/);
    for (let sent = 0; sent < 96 * KB; sent += 8 * KB) {
      expect([socket.readable, faults]).toEqual([true, []]);
      await new Promise<void>((done) => socket.write("a".repeat(8 * KB), () => done()));
    }
    if (connection === "close") await expect.poll(() => socket.readable, AT_ONCE).toBe(false);
    else {
      socket.write("GET /device_id.js HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await expect.poll(() => answers, AT_ONCE).toContain("HTTP/1.1 200");
    }
    expect(faults).toEqual([]);
  },
);

test.for(FORMS.slice(0, 4))("%s without a session leads to sign in, before its body is read", async (path) => {
  const head = { Origin: app.url, ...multipart, "Content-Length": "50000" };
  const form = await sent("POST", path, head, []);
  expect([form.status, /location: (.*)\r/i.exec(form.text)?.[1]]).toEqual([
    303,
    `/sign-in?next=${encodeURIComponent(path)}`,
  ]);
});

test.for([
  ["/dashboard/settings", 96 * 1024],
  ["/sign-in/email", 4 * 1024],
] as const)("%s: more than %i bytes are refused, announced or not", async ([path, max]) => {
  const head = { ...signed(), ...multipart };
  const announced = await sent("POST", path, { ...head, "Content-Length": String(max + 1) }, []);
  expect(announced.status).toBe(413);
  // It stops there: a client that goes on is cut off, and may not read the answer.
  const pieces = Array.from({ length: Math.ceil(max / 500) + 1 }, () => chunk("x".repeat(500)));
  const chunked = await sent("POST", path, { ...head, "Transfer-Encoding": "chunked" }, pieces);
  expect(chunked.status).toBe(413);
  const cut = await sent("POST", path, { ...head, "Transfer-Encoding": "chunked" }, endless(chunk("x".repeat(500))));
  // What lies in the buffers of two sockets is on its way, too.
  expect(cut.bytes).toBeLessThan(8 * 1024 * 1024);
});

test("of a body that nobody reads no more than 96 KB is taken", async () => {
  const generator = `/api/url_generator_b/${shop.key}/device-of-this-test/18?domain=https%3A%2F%2Fshop.example%2F`;
  for (const [method, path] of [
    ["POST", generator],
    ["GET", "/verify/s?session=x"],
    ["POST", "/verify/s?session=x&do=confirm"],
    ["GET", "/dashboard"],
    ["PUT", "/nothing"],
  ] as const) {
    const { bytes } = await sent(method, path, { "Transfer-Encoding": "chunked" }, endless(chunk("x".repeat(500))));
    // What lies in the buffers of two sockets is on its way, too.
    expect(bytes).toBeLessThan(8 * 1024 * 1024);
  }
});

test.for([
  ["/dashboard/settings", 413],
  ["/sign-in", 405],
] as const)(
  "%s: of large bodies that a caller sends at once no more wait than can be taken in three seconds; small ones and other callers never wait",
  async ([path, refused]) => {
    const head = { ...signed(), ...multipart, "Content-Length": "200000" };
    const many = Promise.all(Array.from({ length: 300 }, () => sent("POST", path, head, [])));
    const small = await sent("POST", "/sign-in/email", { ...multipart, "Content-Length": "10" }, []);
    expect(small.status).toBe(403);
    const others = await sent("POST", path, head, [], "127.0.0.2");
    expect(others.status).toBe(refused);
    const statuses = (await many).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([refused, 503]));
    expect(statuses.filter((status) => status === refused).length).toBeGreaterThan(100);
  },
);

test.for<[string, string]>([
  ["sixty-five fields", `${Array.from({ length: 65 }, (_, n) => part(`f${n}`)).join("")}--x--\r\n`],
  ["no end", part("name")],
  ["no beginning", `hello${part("name")}--x--\r\n`],
  ["a field without a name", "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"],
  ["a head without an end", `--x\r\nContent-Disposition: form-data; name="a"\r\n${"a".repeat(50_000)}\r\n--x--\r\n`],
  ["something behind the end", `${part("name")}--x--\r\n${part("other")}`],
])("a form with %s is malformed: 400, and one line of log", async ([, body]) => {
  const lines = () =>
    app
      .output()
      .split("\n")
      .filter((line) => line.includes("form_malformed"));
  const before = lines().length;
  const head = { ...signed(), ...multipart, "Content-Length": String(body.length) };
  const { status } = await sent("POST", "/dashboard/settings", head, [body]);
  expect(status).toBe(400);
  await expect.poll(lines).toHaveLength(before + 1);
  expect(JSON.parse(lines().at(-1) ?? "")).toMatchObject({ event: "answered", method: "POST", status: 400 });
});

test("forms of nobody are read five times a second at most, the others lead to sign in", async () => {
  const page = await (await fetch(`${app.url}/dashboard/settings`, { headers: { Cookie: shop.owner.cookie } })).text();
  const asked = { status: 200, location: null, text: page, headers: new Headers() };
  const post = () =>
    fetch(`${app.url}/dashboard/settings`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: app.url, Cookie: "ageway-session=of-nobody" },
      body: formWith(asked, "Save visitor’s page", { accent: "#123456" }),
    });
  const refused = () => app.output().split('"reason":"signed_out"').length - 1;
  const before = refused();
  const answers = await Promise.all(Array.from({ length: 20 }, post));
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  // The first is always read.
  await expect.poll(() => refused() - before).toBeGreaterThan(10);
  expect(refused() - before).toBeLessThan(20);
});

test("an action that the build does not know is not looked for", async () => {
  const body = `${part(`$ACTION_ID_${"0".repeat(42)}`, "")}--x--\r\n`;
  const form = { ...signed(), ...multipart, "Content-Length": String(body.length) };
  expect((await sent("POST", "/dashboard/settings", form, [body])).status).toBe(404);
  const called = {
    ...signed(),
    "Next-Action": "0".repeat(42),
    "Content-Type": "text/plain",
    "Content-Length": "50000",
  };
  expect((await sent("POST", "/dashboard/settings", called, [])).status).toBe(404);
  expect((await sent("POST", "/sign-in/email", called, [])).status).toBe(404);
});

test("a logo of 64 KB is taken, whole or in chunks", async () => {
  const page = await (await fetch(`${app.url}/dashboard/settings`, { headers: { Cookie: shop.owner.cookie } })).text();
  const bytes = Buffer.concat([IMAGES.png, Buffer.alloc(64 * 1024 - IMAGES.png.length)]);
  const form = formWith({ status: 200, location: null, text: page, headers: new Headers() }, "Save visitor’s page", {
    name: "Shop",
    accent: "#123456",
    language: "",
    verifiedDevices: "turned_away",
    logo: new Blob([bytes], { type: "image/png" }),
  });
  const encoded = new Response(form);
  const type = { "Content-Type": encoded.headers.get("Content-Type") ?? "" };
  const body = Buffer.from(await encoded.arrayBuffer());
  const before = await logos();
  const whole = await fetch(`${app.url}/dashboard/settings`, {
    method: "POST",
    headers: { ...signed(), ...type },
    body,
  });
  expect([whole.status, (await whole.text()).includes("Visitors see it from now on")]).toEqual([200, true]);
  expect(await logos()).toBe(before + 1);
  const stream = new Blob([body]).stream();
  const chunked = await fetch(`${app.url}/dashboard/settings`, {
    method: "POST",
    headers: { ...signed(), ...type },
    body: stream,
    duplex: "half",
  } as RequestInit);
  expect([chunked.status, (await chunked.text()).includes("Visitors see it from now on")]).toEqual([200, true]);
});

async function logos(): Promise<number> {
  const [row] = await database().execute(
    sql`SELECT count(*)::int AS n FROM organization_logo WHERE organization_id = ${shop.id}`,
  );
  return Number(row?.n);
}

test("a sender that was refused and never finishes is hung up on", async () => {
  // Node itself waits for 20 s, and looks every 30 s.
  expect(await hungUpAfter).toBeLessThan(15_000);
});
