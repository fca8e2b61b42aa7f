import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { askRun, openedRun, orderAt, orderedToken } from "#tests/support/gate-test.ts";
import { generate, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";

const at = new URL(process.env.SERVER_URL || "http://localhost");

/** What a socket of its own hears: an HTTP library would hide how the answer ended. */
function heard(path: string) {
  const socket: Socket = connect(Number(at.port), at.hostname);
  let text = "";
  socket.on("data", (piece) => {
    text += piece;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${at.host}\r\n\r\n`, "latin1");
  const ended = new Promise<void>((done) => socket.once("close", () => done()));
  return { socket, text: () => text, ended };
}

const pathOf = (run: { path: string }, { token, id }: { token: string; id: string }) =>
  `${run.path}/api/auth_check/${token}/${id}`;

test("early_close: the connection ends in the middle of a yes", async () => {
  const run = await openedRun();
  const answer = heard(pathOf(run, await orderedToken(run, "early_close")));
  await answer.ended;
  const [head = "", body = ""] = answer.text().split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(body).toContain('{"age":18,"verified":true,');
  // It has fewer bytes than its length says, or under Next no last piece of none.
  const [, length = "9999"] = /content-length: (\d+)/i.exec(head) ?? [];
  expect(body.length).toBeLessThan(Number(length));
  expect(answer.text()).not.toMatch(/\r\n0\r\n/);
});

test("hang: no byte; four of a run at a time, and whoever leaves gives the place back; others wait for nothing", async () => {
  const run = await openedRun();
  const tokens = await Promise.all(Array.from({ length: 5 }, () => orderedToken(run, "hang")));
  // Connections arrive in any order, so any of the five may be the one without a place. It hears so at once.
  const asked = tokens.map((token) => ({ token, answer: heard(pathOf(run, token)) }));
  const answered = () => asked.filter(({ answer }) => answer.text() !== "");
  await expect.poll(() => answered().map(({ answer }) => answer.text().slice(0, 12))).toEqual(["HTTP/1.1 503"]);
  const [fifth] = answered() as [(typeof asked)[0]];
  // The walker hears which of them had no place.
  const refused = async ({ link }: { link: string }) => (await orderAt(run, link, { case: "no" })).body;
  for (const { token } of asked) {
    await expect.poll(() => refused(token)).toMatchObject({ hang_refused: token === fifth.token });
  }
  const shop = await newOrganization();
  expect((await generate("b", shop)).status).toBe(200);
  expect((await askRun(run, "x", newDevice())).status).toBe(404);
  expect((await orderedToken(await openedRun(), "yes")).age).toBe(18);
  expect(answered()).toHaveLength(1);
  for (const { answer } of asked) answer.socket.destroy();
  const sixth = await orderedToken(run, "hang");
  await expect.poll(() => askDuring(run, sixth)).toBe("nothing");
});

if (process.env.SERVER === "server")
  test("a return URL that is not encoded is named as such, as by the true generator", async () => {
    const run = await openedRun();
    const path = `/api/url_generator_s/${run.shop.key}/${newDevice()}/18?domain=http://localhost/k\u00f8b`;
    const heardAt = async (base: string) => {
      const answer = heard(base + path);
      await answer.ended;
      return answer.text().replace(/ageway-reference: \w+/i, "");
    };
    const answer = await heardAt(run.path);
    expect(answer).toContain("not_encoded");
    expect(answer).toBe(await heardAt("/test"));
  });

/** The status, or that there was none for a moment; the connection ends then. */
async function askDuring(run: { path: string }, token: { token: string; id: string }) {
  const { socket, text, ended } = heard(pathOf(run, token));
  const timer = setTimeout(() => socket.destroy(), 500);
  socket.once("data", () => socket.destroy());
  await ended;
  clearTimeout(timer);
  return text() === "" ? "nothing" : Number(text().split(" ")[1]);
}
