// Serves a page behind a proxy.ts as Next.js does: node next-proxy.mjs proxy.ts
import { createServer } from "node:http";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const { proxy } = await import(pathToFileURL(resolve(process.argv[2] ?? "")));
createServer(async ({ url, headers, method }, response) => {
  const answer = await proxy(new Request(`http://${headers.host}${url}`, { method, headers }));
  const isOn = answer.headers.has("x-middleware-next");
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.statusCode = isOn ? 200 : answer.status;
  if (isOn) response.end("<h1>Welcome</h1>");
  else if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}).listen(process.env.PORT);
