// Packs the plugin for WooCommerce as WordPress installs it: a zip of one folder, with the PHP package under a namespace of
// the plugin's own, so that a shop may have that package, too, of another version.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

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

/** A zip as PKWARE's APPNOTE 4.4 has it: deflated, names in UTF-8, of no time. */
function zipOf(files) {
  const [parts, directory] = [[], []];
  let at = 0;
  for (const { name, bytes } of files) {
    const [path, data] = [Buffer.from(name), deflateRawSync(bytes, { level: 9 })];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), common, path, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\0", "latin1"), common, place, path);
    at += 30 + path.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const place of [4, 6]) end.writeUInt16LE(files.length, place);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}
