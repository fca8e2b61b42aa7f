import { createServer } from "node:net";

/**
 * Throws with a line for each port that cannot be had: which setting wants it, and why not.
 * @param closingMs how long one that is taken may take to close
 */
export async function checkPorts(wanted, closingMs) {
  const deadline = performance.now() + closingMs;
  for (;;) {
    const lines = (await Promise.all(wanted.map(problemOf))).filter((line) => line !== null);
    if (lines.length === 0) return;
    if (performance.now() > deadline) throw new Error(lines.join("\n"));
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** `host`: where it is to listen; without one, everywhere. */
async function problemOf({ setting, port, host }) {
  for (const address of host === undefined ? [undefined, "127.0.0.1"] : [host]) {
    const code = await faultAt(port, address);
    if (code === "EADDRINUSE")
      return `Port ${port} is taken by another program, and ${setting} wants it. Stop that program, or set another port: ${setting.split(" ")[0]}=…`;
    if (code !== null)
      return `Port ${port}${host ? ` of ${host}` : ""} cannot be had (${code}), and ${setting} wants it.`;
  }
  return null;
}

function faultAt(port, host) {
  return new Promise((done) => {
    const probe = createServer().once("error", ({ code }) => done(code));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(null)));
  });
}
