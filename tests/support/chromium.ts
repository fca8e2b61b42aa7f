import { findChromium } from "#scripts/chromium.mjs";

const executablePath = findChromium();

/** The machine's own Chromium where there is one, and one that asks nobody for anything. */
export const CHROMIUM = {
  ...(executablePath && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
  ],
};
