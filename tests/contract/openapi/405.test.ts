import { expect, test } from "vitest";
import { send } from "#tests/support/gateway.ts";

// Behind `next start`, Next itself answers other methods, without a word.
test.for(["/openapi.json", "/device_id.js", "/api/health/live", "/api/health/ready"])(
  "%s takes no write, and says so as documented",
  async (path) => {
    const { status, headers } = await send(path, { method: "POST" });
    expect([status, headers.get("allow")]).toEqual([405, expect.stringContaining("GET, HEAD")]);
  },
);
