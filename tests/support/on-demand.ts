import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type App = { url: string; stop: () => Promise<unknown> };

/** Starts an app at the first request to `url`, which answers the app's address: a run that needs none starts none. */
export async function startOnDemand(start: () => Promise<App>) {
  let app: Promise<App> | null = null;
  const server = createServer(async (_, response) => {
    app ??= start();
    await app.then(
      ({ url }) => response.end(url),
      (fault) => response.writeHead(500).end(String(fault)),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      await (await app?.catch(() => null))?.stop();
    },
  };
}
