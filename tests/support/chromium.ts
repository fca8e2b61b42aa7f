import { findChromium } from "#scripts/chromium.mjs";

const executablePath = findChromium();

/** Starts the machine's own Chromium where there is one. The flags keep it from calling its maker's servers. */
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
