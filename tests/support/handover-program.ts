import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handover, takeConnections } from "#app/_server/handover.ts";

/** Two workers that take two connections each and wait 300 ms for a head. Prints its port and their ids. An answer to `/stay` ends at SIGUSR2. */
if (cluster.isPrimary) {
  const connections = handover();
  const workers: Worker[] = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, "message")));
  for (const worker of workers) connections.add(worker);
  await once(connections.port.listen(0, "127.0.0.1"), "listening");
  const { port } = connections.port.address() as AddressInfo;
  console.log(JSON.stringify({ port, pids: workers.map(({ process }) => process.pid) }));
} else {
  const times = { headersTimeout: 300, connectionsCheckingInterval: 20 };
  const staying: ServerResponse[] = [];
  const server = createServer(times, (request, response) => {
    if (request.url !== "/stay") return response.end(`by ${process.pid}`);
    response.write(`by ${process.pid}`);
    staying.push(response);
  });
  process.on("SIGUSR2", () => {
    for (const response of staying) response.end();
  });
  takeConnections(server, 2);
  process.send?.({ ready: true });
}
