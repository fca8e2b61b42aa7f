import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { eidLogoOf } from "#lib/eid/logos.ts";
import { log } from "#lib/observe/log.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const padded = (size: number) => SVG.padEnd(size, " ");

/** A folder of marks, as an operator fills it. */
async function folder(files: Record<string, string | Buffer>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "eid-logos-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(directory, name), bytes);
  return directory;
}

test.for([
  ["an SVG", "mitid.svg", SVG, "image/svg+xml"],
  [
    "an SVG as drawing programs write it",
    "mitid.svg",
    `\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg>\n${SVG}`,
    "image/svg+xml",
  ],
  ["a PNG", "mitid.png", PNG, "image/png"],
  ["20,480 bytes", "mitid.svg", padded(20_480), "image/svg+xml"],
] as const)("%s is shown as what it is", async ([, name, bytes, mediaType]) => {
  const logo = await eidLogoOf("mitid", await folder({ [name]: bytes }));
  expect(logo).toEqual({ mediaType, bytes: Buffer.from(bytes) });
});

test.for([
  ["one byte more", "mitid.svg", padded(20_481)],
  ["a page with a drawing in it", "mitid.svg", `<html>${SVG}</html>`],
  ["a word that only begins like it", "mitid.svg", "<svgx>"],
  ["a PNG that is none", "mitid.png", "PNG"],
  ["nothing", "mitid.svg", ""],
  ["the mark of another scheme", "bankid-se.svg", SVG],
] as const)("%s is not shown", async ([, name, bytes]) => {
  expect(await eidLogoOf("mitid", await folder({ [name]: bytes }))).toBeNull();
});

test("the SVG goes before the PNG, unless it cannot be shown", async () => {
  const both = await folder({ "mitid.svg": SVG, "mitid.png": PNG });
  expect(await eidLogoOf("mitid", both)).toMatchObject({ mediaType: "image/svg+xml" });
  const broken = await folder({ "mitid.svg": "", "mitid.png": PNG });
  expect(await eidLogoOf("mitid", broken)).toMatchObject({ mediaType: "image/png" });
});

test("the log names the file that cannot be shown, and none that is merely not there", async () => {
  const warn = vi.spyOn(log, "warn");
  onTestFinished(() => warn.mockRestore());
  await eidLogoOf("bankid-no", await folder({ "bankid-no.png": PNG }));
  expect(warn).not.toHaveBeenCalled();
  await eidLogoOf("bankid-no", await folder({ "bankid-no.png": SVG.padEnd(30_000) }));
  expect(warn.mock.calls).toEqual([[{ event: "eid_logo_not_shown", file: "bankid-no.png" }]]);
});

test("a folder that is not there, or a folder where a file should be, is no mark and no fault", async () => {
  expect(await eidLogoOf("mitid", join(tmpdir(), "no-such-folder"))).toBeNull();
  const odd = await folder({});
  await mkdir(join(odd, "mitid.svg"));
  expect(await eidLogoOf("mitid", odd)).toBeNull();
});

test("a name that is no scheme's reaches no file", async () => {
  const directory = await folder({ "secret.svg": SVG });
  expect(await eidLogoOf("secret", directory)).toBeNull();
  expect(await eidLogoOf("../secret", join(directory, "x"))).toBeNull();
});

test("it is read once", async () => {
  const directory = await folder({ "mitid.svg": SVG });
  const logo = await eidLogoOf("mitid", directory);
  await rm(join(directory, "mitid.svg"));
  expect(await eidLogoOf("mitid", directory)).toBe(logo);
});
