// Serves the functions of a route handler as Next.js calls them: node next-route.mjs route.ts
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const route = await import(pathToFileURL(process.argv[2] ?? ""));
createServer(async (request, response) => {
  const url = `http://${request.headers.host}${request.url}`;
  const handler = route[request.method ?? ""];
  const answer = handler
    ? await handler(new Request(url, { method: request.method, headers: request.headers }))
    : new Response(null, { status: 405 });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
}).listen(process.env.PORT);
