import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

test("a disk that takes no e-mail keeps no piece of one", async () => {
  const MAIL_DIR = mkdtempSync(join(tmpdir(), "ageway-mail-"));
  onTestFinished(() => rmSync(MAIL_DIR, { recursive: true }));
  const program = `
    const { loadConfiguration } = await import(${JSON.stringify(resolve("lib/eid/read-providers.ts"))});
    loadConfiguration();
    const { sendMail } = await import(${JSON.stringify(resolve("lib/mail/mail.ts"))});
    const { letterOf } = await import(${JSON.stringify(resolve("tests/support/letter.ts"))});
    console.log(await sendMail("ada@shop.example", letterOf("A subject")).then(() => "written", ({ code }) => code));`;
  // No file may have a byte, as on a disk that is full.
  const limited = 'trap "" XFSZ; ulimit -f "$1"; exec "$2" --input-type=module --eval "$3"';
  const written = async (blocks: string) => {
    const env = { ...process.env, MAIL_DIR, NODE_COMPILE_CACHE: "" };
    const run = await promisify(execFile)("sh", ["-c", limited, "sh", blocks, process.execPath, program], { env });
    return [run.stdout.trim(), readdirSync(MAIL_DIR).length];
  };
  expect(await written("0")).toEqual(["EFBIG", 0]);
  expect(await written("unlimited")).toEqual(["written", 1]);
});
