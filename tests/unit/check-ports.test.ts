import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { checkPorts } from "#scripts/check-ports.mjs";

async function squatter() {
  const server = createServer().listen({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

test("each port that is taken is one line, with the setting that wants it", async () => {
  const [one, two] = [await squatter(), await squatter()];
  const wanted = [
    { setting: "PORT + 1 (the shop)", port: one.port },
    { setting: "METRICS_PORT", port: two.port, host: "127.0.0.1" },
  ];
  const fault = await checkPorts(wanted, 0).catch((error: Error) => error.message);
  expect(fault?.split("\n")).toEqual([
    `Port ${one.port} is taken by another program, and PORT + 1 (the shop) wants it. Stop that program, or set another port: PORT=…`,
    `Port ${two.port} is taken by another program, and METRICS_PORT wants it. Stop that program, or set another port: METRICS_PORT=…`,
  ]);
  one.server.close();
  two.server.close();
});

test("a port that closes meanwhile is waited for, as of a server that was just killed", async () => {
  const { server, port } = await squatter();
  const checked = checkPorts([{ setting: "METRICS_PORT", port, host: "127.0.0.1" }], 10_000);
  setTimeout(() => server.close(), 150);
  await checked;
});

test("an address that this machine does not have is no other program", async () => {
  const wanted = [{ setting: "METRICS_PORT", port: 9464, host: "192.0.2.1" }];
  await expect(checkPorts(wanted, 0)).rejects.toThrow(
    "Port 9464 of 192.0.2.1 cannot be had (EADDRNOTAVAIL), and METRICS_PORT",
  );
});
