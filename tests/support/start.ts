import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";

/** What an operator configures for visitors, with brokers that nobody reaches. */
export const ALL_BUT_THE_DATABASE = {
  BASE_URL: "http://localhost:3000",
  AGEWAY_KEYS: randomBytes(32).toString("base64url"),
  ...eid("EID_S", "bankid-se-idura"),
  ...eid("EID_B", "mitid-idura"),
};

/** `clientId`: a test eID wants another one than visitors have. */
export function eid(prefix: string, preset: string, clientId = "ageway") {
  return {
    [`${prefix}_PRESET`]: preset,
    [`${prefix}_ISSUER`]: "https://eid.example",
    [`${prefix}_CLIENT_ID`]: clientId,
    [`${prefix}_CLIENT_SECRET`]: "secret",
  };
}

/** What `npm start` runs once everything is built, with nothing configured but what is named. `root`: of which copy. */
export function start(settings: Record<string, string>, root = ".", options: string[] = []) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["scripts/start.mjs", ...options], {
    cwd: root,
    env: { NODE_ENV: "production", PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    child.emit("output");
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  const ended = once(child, "close").then(([status]) => status as number | null);
  const up = async () => {
    while (!out.includes("Press Ctrl-C to stop"))
      await Promise.race([once(child, "output"), ended.then(() => Promise.reject(new Error(err)))]);
  };
  return { child, ended, up, out: () => out, err: () => err };
}
