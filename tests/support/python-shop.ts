import { join } from "node:path";
import { freePort } from "./ports.ts";
import { PYTHON_ENV, pythonWith } from "./python.ts";
import { startShopProcess } from "./shop-process.ts";

const EXAMPLES = join(import.meta.dirname, "..", "..", "examples");

/** With the modules that each needs. */
const MODULES = { flask: ["flask"], django: ["django"], fastapi: ["fastapi", "itsdangerous", "uvicorn"] };

type PythonShop = keyof typeof MODULES;

export const PYTHON_SHOPS = Object.keys(MODULES) as PythonShop[];

type Settings = { agewayUrl: string; pluginKey: string; secret?: string; port?: number; shopUrl?: string };

/** A shop of `examples`, started as its README says, at a port of its own. */
export async function startPythonShop(
  name: PythonShop,
  { agewayUrl, pluginKey, secret, shopUrl, ...others }: Settings,
) {
  const port = others.port ?? (await freePort());
  const settings = {
    ...PYTHON_ENV,
    AGEWAY_URL: agewayUrl,
    AGEWAY_KEY: pluginKey,
    ...(secret && { AGEWAY_SECRET: secret }),
    ...(shopUrl && { SHOP_URL: shopUrl }),
  };
  const shop = await startShopProcess([pythonWith(...MODULES[name]), "shop.py"], port, settings, join(EXAMPLES, name));
  return { ...shop, url: shop.url.slice(0, -1) };
}
