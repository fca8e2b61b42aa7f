import { expect, test } from "vitest";
import { readCode } from "#lib/sign-in/code.ts";

test.for(["012345", " 012345\n", "012 345", "012-345", "01 23 45"])("%j is the code 012345", (text) => {
  expect(readCode(text)).toBe("012345");
});

test.for(["", "01234", "0123456", "01234a", "٠١٢٣٤٥", "0x1234", "1e5", "012345\u0000", "012.345"])(
  "%j is no code",
  (text) => {
    expect(readCode(text)).toBeNull();
  },
);
