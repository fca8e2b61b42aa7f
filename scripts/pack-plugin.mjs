// Packs the plugin for WooCommerce as WordPress installs it: a zip of one folder, with the PHP package under a namespace of
// the plugin's own, so that a shop may have that package, too, of another version.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipOf } from "./zip.mjs";

const FOLDER = "ageway-for-woocommerce";
/** A builder's folder may also hold what was installed, an editor's files or a secret. */
const CONTENTS = /^(LICENSE|readme\.txt|[\w-]+\.php|src\/\w+\.php|languages\/[\w-]+\.l10n\.php)$/;
/** The plugin calls for itself, and asks by a transport of its own. */
const CLIENT = /^(?:(?:Gate\/)?\w+|Http\/(?:Answer|Transport))\.php$/;
const NAMESPACE = "Ageway\\WooCommerce\\Client";

/** The same bytes for the same sources: an instance names them by their digest. */
export function packPlugin(plugin, php, archive) {
  const files = filesOfPlugin(plugin, php).map(({ name, bytes }) => ({ name: `${FOLDER}/${name}`, bytes }));
  writeFileSync(archive, zipOf(files));
}

/** What is in its folder: the plugin's own files, and the client's. */
export function filesOfPlugin(plugin, php) {
  const own = filesIn(plugin, CONTENTS).map((name) => ({ name, bytes: readFileSync(join(plugin, name)) }));
  const client = filesIn(join(php, "src"), CLIENT).map((name) => ({
    name: `src/Client/${name}`,
    bytes: Buffer.from(scoped(readFileSync(join(php, "src", name), "utf8"))),
  }));
  return [...own, ...client, { name: "src/Client/LICENSE", bytes: readFileSync(join(php, "LICENSE")) }];
}

function scoped(code) {
  return code.replace(/^(namespace |use )Ageway\b/gm, (_, word) => `${word}${NAMESPACE}`);
}

function filesIn(folder, wanted) {
  const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
  return files.filter((file) => wanted.test(file)).sort();
}
