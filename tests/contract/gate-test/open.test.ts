import { expect, test } from "vitest";
import { askRun, openedRun, openRunOf, orderAt, orderedToken } from "#tests/support/gate-test.ts";
import { type GatewayAnswer, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const reasonOf = ({ status, headers, body }: GatewayAnswer) => {
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("cache-control")).toBe("no-store");
  const { reason, title, detail } = body as Record<string, unknown>;
  expect([typeof title, typeof detail, headers.get("ageway-reason")]).toEqual(["string", "string", reason]);
  return `${status} ${reason}`;
};

test("a run is opened for a test key, and a shop on this machine or on a verified host", async () => {
  const shop = await newOrganization({ mode: "test" });
  for (const address of ["http://localhost:8080", "http://127.0.0.1/x", "http://[::1]:3000/a?b", shop.domain]) {
    const { status, headers, body } = await openRunOf(shop.key, address);
    const { address: base, secret, expires_at } = body as Record<string, string>;
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(base).toMatch(new RegExp(`^${process.env.BASE_URL}/doctor/[\\w-]+\\.[\\w-]+\\.[\\w-]+$`));
    expect(headers.get("location")).toBe(base);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(expires_at ?? "") - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  }
});

test("other keys and other hosts open none, and each refusal says why", async () => {
  const shop = await newOrganization({ mode: "test" });
  const other = await newOrganization({ mode: "test" });
  const refused = async (key: unknown, address: unknown) => reasonOf(await openRunOf(key, address));
  const page = "http://localhost/";
  expect(await refused((await newOrganization()).key, page)).toBe("400 test_key_needed");
  expect(await refused("pk_test_x", page)).toBe("400 test_key_needed");
  expect(await refused(`pk_test_${"x".repeat(24)}`, page)).toBe("403 plugin_key_unknown");
  expect(await refused((await newOrganization({ mode: "test", key: "revoked" })).key, page)).toBe(
    "403 plugin_key_revoked",
  );
  expect(await refused((await newOrganization({ mode: "test", key: "ended" })).key, page)).toBe(
    "403 plugin_key_revoked",
  );
  expect(await refused((await newOrganization({ mode: "test", paused: true })).key, page)).toBe(
    "403 plugin_key_paused",
  );
  const suspended = await newOrganization({ mode: "test", suspended: true });
  expect(await refused(suspended.key, page)).toBe("403 organization_suspended");
  // Hosts to which a test key may return, but which nobody has verified, and that of another organization.
  for (const address of [other.domain, "http://192.168.1.7/", "http://shop.test/", "http://10.0.0.1/"])
    expect(await refused(shop.key, address)).toBe("403 domain_not_verified");
  for (const address of ["", "ftp://localhost/", "http://shop.example/", "https://u:p@localhost/", "http://0x7f.1/"])
    expect(await refused(shop.key, address)).toBe("400 domain_invalid");
});

test("what is no JSON of two texts is refused, and no method but POST", async () => {
  const post = async (body: string, type = "application/json") =>
    reasonOf(await send("/doctor", { method: "POST", headers: { "Content-Type": type }, body }));
  for (const body of [
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"plugin_key":1,"shop":"x"}',
    '{"__proto__":{"plugin_key":"x","shop":"y"}}',
  ])
    expect(await post(body), body).toBe("400 body_invalid");
  expect(await post("plugin_key=x&shop=y", "application/x-www-form-urlencoded")).toBe("415 type_unsupported");
  expect(await post('{"plugin_key":"x","shop":"y"}', "text/plain")).toBe("415 type_unsupported");
  expect(await post(`{"x":"${"x".repeat(5_000)}"}`)).toBe("413 body_too_large");
  for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
    const answer = await send("/doctor", { method });
    expect([reasonOf(answer), answer.headers.get("allow")]).toEqual(["405 method_not_allowed", "POST"]);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  }
});

test("only the secret of the run gets a token, for a session of that run and a case that there is", async () => {
  const [run, another] = [await openedRun(), await openedRun()];
  const device = newDevice();
  const linkOf = async (of: typeof run) => {
    const query = new URLSearchParams({ domain: of.returnUrl });
    const { body } = await send(`${of.path}/api/url_generator_s/${of.shop.key}/${device}/18?${query}`);
    return (body as { url: string }).url;
  };
  const link = await linkOf(run);
  const refused = async (fields: Record<string, unknown>, at = link) =>
    reasonOf(await orderAt(run, at, { case: "yes", ...fields }));
  for (const secret of ["", "x", another.secret, run.secret.toUpperCase(), "A".repeat(43)])
    expect(await refused({ secret })).toBe("403 secret_wrong");
  expect(await refused({ secret: null })).toBe("400 body_invalid");
  for (const order of ["", "maybe", "constructor", "__proto__"])
    expect(await refused({ case: order })).toBe("400 case_unknown");
  const foreign = new URL(await linkOf(another)).searchParams.get("session");
  for (const session of ["", "x", foreign]) expect(await refused({ session })).toBe("400 session_unknown");
  expect(await refused({}, link.replace("/verify/s", "/verify/b"))).toBe("400 session_unknown");
  expect((await orderAt(run, link, { case: "yes" })).status).toBe(200);
  // As a form, too, and no larger.
  const { pathname, searchParams } = new URL(link);
  const form = new URLSearchParams({ session: searchParams.get("session") ?? "", case: "no", secret: run.secret });
  const posted = (body: string) =>
    send(pathname, { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body });
  expect((await posted(String(form))).status).toBe(200);
  expect(reasonOf(await posted(`${form}&case=yes`))).toBe("400 body_invalid");
  expect(reasonOf(await posted(`${form}&x=${"x".repeat(20_000)}`))).toBe("413 body_too_large");
});

test("a brief yes lives for 3 to 10 seconds, as it was ordered", async () => {
  const run = await openedRun();
  const { link, id } = await orderedToken(run, "no");
  const secondsOf = async (fields: Record<string, unknown>) => {
    const { token } = (await orderAt(run, link, { case: "brief_yes", ...fields })).body as { token: string };
    const { expires_at, verified_at } = (await askRun(run, token, id)).body as Record<string, string>;
    return (Date.parse(expires_at ?? "") - Date.parse(verified_at ?? "")) / 1_000;
  };
  expect([await secondsOf({}), await secondsOf({ seconds: 10 }), await secondsOf({ seconds: "7" })]).toEqual([
    3, 10, 7,
  ]);
  for (const seconds of [2, 11, 3.5, -3, "", "x", "10 ", "1e1", null, [5], true])
    expect(reasonOf(await orderAt(run, link, { case: "brief_yes", seconds }))).toBe("400 body_invalid");
});

test("a token says where to return, which device, which age, and who started; nobody else's run knows it", async () => {
  const [run, another] = [await openedRun(), await openedRun()];
  const [first, second] = [newDevice(), newDevice()];
  const given = await orderedToken(run, "yes", { device: first, age: "16", provider: "b" });
  expect(given).toMatchObject({ age: 16, start: { by: "server" } });
  expect(given.return_url).toBe(`http://localhost:8080/checkout?basket=2&token_age_verified=${given.token}#age`);
  expect(given.device).toMatch(/^[0-9a-f]{16}$/);
  expect((await orderedToken(run, "no", { device: first })).device).toBe(given.device);
  expect((await orderedToken(run, "no", { device: second })).device).not.toBe(given.device);
  expect((await orderedToken(another, "no", { device: first })).device).not.toBe(given.device);
  const browser = { "Sec-Fetch-Mode": "cors", Origin: "http://localhost:8080" };
  expect((await orderedToken(run, "yes", { headers: browser })).start).toEqual({ by: "browser" });
  expect((await askRun(run, given.token, first)).body).toMatchObject({ age: 16, provider: "b" });
  for (const answer of [
    await askRun(another, given.token, first),
    await askRun(run, given.token, second),
    await askRun({ path: "" }, given.token, first),
    await askRun({ path: "/test" }, given.token, first),
    await askRun({ path: "/doctor/x" }, given.token, first),
  ])
    expect([answer.status, answer.text]).toEqual([404, '{"age":null,"verified":false}']);
});
