import type { BlockList } from "node:net";
import { wholeAddress } from "../../server/src/address.ts";
import { type Ageway, createAgeway, type Start } from "../../server/src/ageway.ts";
import type { MinimumAge } from "../../server/src/proof.ts";
import { type SealedCookie, sealedCookie } from "../../server/src/sealed-cookie.ts";
import { type Named, readMatch } from "./match.ts";
import { readProxies } from "./proxies.ts";

export type GateSettings = {
  ageway: Ageway;
  age: MinimumAge;
  /** Where visitors see the shop, without a final slash. */
  origin: string;
  session: SealedCookie;
  named: Named;
  returnTo: string | undefined;
  provider: "s" | "b" | undefined;
  language: Start["language"] | undefined;
  /** Who may describe a visitor's request. */
  proxies: BlockList;
  host: string;
  port: number;
};

type Setting = {
  /** What is wrong with any other value. A value is never printed: it may be a secret in the wrong place. */
  must: string;
  isSound: (value: string) => boolean;
  isNeeded?: true;
  isSecret?: true;
};

const HERE = "http://localhost";
const one =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);

/** In the order in which `--help` and the problems of a start name them. */
export const GATE_SETTINGS = {
  AGEWAY_URL: {
    must: "be the address of your instance, as https://age.example",
    isSound: (url) => isTaken(() => createAgeway({ url, pluginKey: "pk_test_1" })),
    isNeeded: true,
  },
  AGEWAY_KEY: {
    must: "be a plugin key, pk_test_… or pk_live_…",
    isSound: (pluginKey) => isTaken(() => createAgeway({ url: HERE, pluginKey })),
    isNeeded: true,
  },
  AGEWAY_SECRET: {
    must: "be the secret of a locked key, sk_…",
    isSound: (secret) => isTaken(() => createAgeway({ url: HERE, pluginKey: "pk_test_1", secret })),
    isSecret: true,
  },
  AGE: { must: "be 16 or 18", isSound: one("16", "18"), isNeeded: true },
  ORIGIN: {
    must: "be where visitors see the shop, as https://shop.example",
    isSound: (origin) => wholeAddress(origin.replace(/\/$/, ""), "/") !== null,
    isNeeded: true,
  },
  SESSION_SECRET: {
    must: "have at least 32 random characters; of several, separated by commas, the first seals and all open",
    isSound: (secrets) => isTaken(() => sealedCookie({ secret: listIn(secrets) })),
    isNeeded: true,
    isSecret: true,
  },
  MATCH: {
    must: "be what to gate, as /checkout,?wc-ajax=checkout; without it, all that the proxy asks about",
    isSound: (text) => readMatch(text) !== null,
  },
  RETURN_TO: {
    must: "be the page to come back to from a gated address that is no page, as /checkout",
    isSound: (path) => /^\/(?!\/)[^\s#\\]*$/.test(path),
  },
  PROVIDER: { must: "be s or b", isSound: one("s", "b") },
  LANGUAGE: { must: "be da, de, en, fi, nb or sv", isSound: one("da", "de", "en", "fi", "nb", "sv") },
  TRUSTED_PROXIES: {
    must: "be addresses and networks, loopback or uniquelocal, separated by commas; without it, these two",
    isSound: (text) => readProxies(text) !== null,
  },
  HOST: { must: "be the address to listen on; without it, 127.0.0.1", isSound: (host) => !/\s/.test(host) },
  PORT: { must: "be a port; without it, 8090", isSound: (port) => /^\d{1,5}$/.test(port) && +port <= 65_535 },
} satisfies Record<string, Setting>;

type Name = keyof typeof GATE_SETTINGS;
type Environment = Readonly<Record<string, string | undefined>>;
type ReadFile = (path: string) => string;

/** The settings, or every problem of them by the name of the setting. What is empty is not set. */
export function readGateSettings(
  environment: Environment,
  readFile: ReadFile,
): { ok: true; settings: GateSettings } | { ok: false; problems: string[] } {
  const given: Partial<Record<Name, string>> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(GATE_SETTINGS) as [Name, Setting][]) {
    const read = readValue(name, setting, environment, readFile);
    if (read.problem !== null) problems.push(read.problem);
    else if (read.value === "" && setting.isNeeded) problems.push(`${name} is missing. It must ${setting.must}.`);
    else if (read.value !== "" && !setting.isSound(read.value)) problems.push(`${name} must ${setting.must}.`);
    else if (read.value !== "") given[name] = read.value;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings: settingsOf(given) };
}

function settingsOf(given: Partial<Record<Name, string>>): GateSettings {
  return {
    ageway: createAgeway({ url: given.AGEWAY_URL, pluginKey: given.AGEWAY_KEY, secret: given.AGEWAY_SECRET }),
    age: Number(given.AGE) as MinimumAge,
    origin: new URL(given.ORIGIN ?? "").origin,
    session: sealedCookie({ secret: listIn(given.SESSION_SECRET ?? "") }),
    named: readMatch(given.MATCH ?? "/") as Named,
    returnTo: given.RETURN_TO,
    provider: given.PROVIDER as GateSettings["provider"],
    language: given.LANGUAGE as GateSettings["language"],
    proxies: readProxies(given.TRUSTED_PROXIES ?? "loopback,uniquelocal") as BlockList,
    host: given.HOST ?? "127.0.0.1",
    port: Number(given.PORT ?? 8_090),
  };
}

/** A secret may be in the file that `NAME_FILE` names. Spaces around a value are dropped. */
function readValue(name: Name, { isSecret }: Setting, environment: Environment, readFile: ReadFile) {
  const value = environment[name]?.trim() ?? "";
  const file = isSecret ? (environment[`${name}_FILE`]?.trim() ?? "") : "";
  if (file === "") return { value, problem: null };
  if (value !== "") return { value, problem: `${name}_FILE is set, and so is ${name}: keep one of the two.` };
  try {
    const secret = readFile(file).trim();
    return { value: secret, problem: secret === "" ? `${name}_FILE is empty: ${file}` : null };
  } catch (fault) {
    return { value, problem: `${name}_FILE cannot be read (${(fault as NodeJS.ErrnoException).code}): ${file}` };
  }
}

function listIn(text: string): string[] {
  return text.split(",").map((entry) => entry.trim());
}

function isTaken(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}
