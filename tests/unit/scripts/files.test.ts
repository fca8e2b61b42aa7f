import { expect, test } from "vitest";
import { lock } from "#scripts/files.mjs";

test("a data folder that cannot be written is named, with the code of what keeps it from that", () => {
  expect(() => lock("/proc/self/running.pid")).toThrow(
    /^\/proc\/self\/running\.pid cannot be written \(E[A-Z]+\)\. .* DATA_DIR/,
  );
});
