import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { asRequest, currentRequest } from "#lib/observe/request-context.ts";
import { openNextWhenAsked } from "#server/next.ts";
import { PageResponse } from "#server/page-response.ts";

const REQUEST = new IncomingMessage(new Socket());
const RESPONSE = new PageResponse(REQUEST);

describe("Next, opened with the first page", () => {
  it("is opened once for all who ask at the same time, and for none of them", async () => {
    let opened = 0;
    let closed = 0;
    const pages = openNextWhenAsked(1, async () => {
      opened++;
      expect(currentRequest()).toBeUndefined();
      return { answer: () => "a page", close: async () => void closed++ };
    });
    expect(opened).toBe(0);
    const ask = () => asRequest({ peer: "127.0.0.1" }, async () => pages.answer(REQUEST, RESPONSE));
    expect(await Promise.all([ask(), ask()])).toEqual(["a page", "a page"]);
    await pages.close();
    expect([opened, closed]).toEqual([1, 1]);
  });

  it("that cannot be opened is away for its first request, and opened by the next one", async () => {
    const faults = [new Error("too many open files")];
    const pages = openNextWhenAsked(1, async () => {
      const fault = faults.pop();
      if (fault) throw fault;
      return { answer: () => "a page", close: async () => {} };
    });
    const response = new PageResponse(REQUEST);
    await pages.answer(REQUEST, response);
    expect(response.statusCode).toBe(503);
    expect(await pages.answer(REQUEST, RESPONSE)).toBe("a page");
  });

  it("that nobody asked for is not opened to be closed", async () => {
    const pages = openNextWhenAsked(1, () => expect.fail("opened"));
    await pages.close();
  });
});
