import { crc32, deflateRawSync } from "node:zlib";

/** A zip as PKWARE's APPNOTE 4.4 has it: deflated, names in UTF-8, of no time. The same bytes for the same files. */
export function zipOf(files) {
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
