/**
 * How Node bounds the memory of the server's processes, of which each holds 20 to 90 MB of live objects. By default V8 lets garbage
 * grow to three times as much before it looks for it in the old generation; with a smaller maximum, to half as much. Younger
 * garbage has two times 2 MB, not 64. Source maps (`--enable-source-maps`) would double the memory: `source-of.mjs` reads them.
 */
const FLAGS = ["--max-semi-space-size=2", "--max-old-space-size=1024"];

/** The flags that an operator has not set in `NODE_OPTIONS`. */
export function heapFlags(options = process.env.NODE_OPTIONS ?? "") {
  return FLAGS.filter((flag) => !options.replaceAll("_", "-").includes(flag.split("=")[0] ?? flag));
}

/**
 * By default glibc gives each of Node's threads an arena of its own, keeps what is freed in them, and raises from which size on a
 * block goes back to the system at once. This holds them at two, and at 128 KB.
 */
export const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
