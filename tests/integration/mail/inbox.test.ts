import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { GET } from "#app/inbox/route.tsx";
import { sendMail } from "#lib/mail/mail.ts";
import { configure } from "#tests/support/configure.ts";
import { letterOf } from "#tests/support/letter.ts";

test("the local inbox shows the words of a mail, and its link as a button", async () => {
  const MAIL_DIR = mkdtempSync(join(tmpdir(), "ageway-inbox-"));
  onTestFinished(() => rmSync(MAIL_DIR, { recursive: true }));
  configure({ MAIL_DIR });
  await sendMail("ada@shop.example", letterOf("Fact", "/sign-in/link?token=t&next=%2Fdashboard"));
  const { BASE_URL = "" } = process.env;
  const answer = await GET(new Request(`${BASE_URL}/inbox`, { headers: { host: new URL(BASE_URL).host } }));
  const page = await answer.text();
  const [, looks = "", href] = /<p>So\.<\/p><a class="([^"]*)" href="([^"]*)">/.exec(page) ?? [];
  expect(href).toBe(`${BASE_URL}/sign-in/link?token=t&amp;next=%2Fdashboard`);
  expect(looks.split(" ")).toContain("bg-accent");
  expect(page).toContain("<p>Nothing else.</p>");
});
