/**
 * Bounds the memory of the server. With this maximum, V8 looks earlier for garbage in the old generation. A call leaves 23 KB that
 * is young, so that has two times 16 MB: with 2, V8 collects after every 60 calls, and V8's own 64 stay resident. Source maps
 * (`--enable-source-maps`) would double the memory: `source-of.mjs` reads them.
 */
const FLAGS = ["--max-semi-space-size=16", "--max-old-space-size=1024"];

/** The flags that an operator has not set in `NODE_OPTIONS`. */
export function heapFlags(options = process.env.NODE_OPTIONS ?? "") {
  return FLAGS.filter((flag) => !options.replaceAll("_", "-").includes(flag.split("=")[0] ?? flag));
}

/** Holds glibc at two arenas for all threads, and gives blocks of 128 KB back to the system at once. */
export const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
