import { zipSync } from "fflate";

/** The first moment of a zip's calendar, in whatever time zone. */
const NO_TIME = new Date(1980, 0, 1);

/** Makes a zip of no time: the same bytes for the same files, because an instance names what it serves by its digest. */
export function zipOf(files) {
  const named = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return zipSync(named, { level: 9, mtime: NO_TIME });
}
