import { expect, test } from "vitest";
import { heapFlags } from "#scripts/heap.mjs";

test("what an operator says of the heap holds", () => {
  expect(heapFlags("")).toEqual(["--max-semi-space-size=16", "--max-old-space-size=1024"]);
  expect(heapFlags("--max-old-space-size=4096 --trace-warnings")).toEqual(["--max-semi-space-size=16"]);
  expect(heapFlags("--max_semi_space_size=8 --max_old_space_size=4096")).toEqual([]);
});
