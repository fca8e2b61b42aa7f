import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  jsx: "automatic",
  logLevel: "warning",
  // CommonJS packages call `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

// Modules of ours (package.json "imports") and packages go into the bundle: their hundreds of files cost each process 100 MB and
// most of a second. Outside stay Next and what belongs to it, the counters, which its pages share with us, what reads files of its
// own, and what only some installations load.
const isOutside =
  /^(?:node:|(?:next|next-auth|react|react-dom|pino|prom-client|pdfkit|fontkit|@redis\/client)(?:\/|$))/;

/** The server, the thread of its jobs, and that of a walk through a shop. What a process does not need, such as Next, it does not load. */
await build({
  ...shared,
  entryPoints: { server: "server/main.ts", jobs: "server/jobs.ts", examination: "lib/gate-test/examination.ts" },
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "server-[name]-[hash]",
  sourcemap: true,
  // Each thread keeps the text that it loads. A frame of the log is found by its column.
  minifyWhitespace: true,
  plugins: [
    {
      name: "packages-stay-outside",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind !== "entry-point" && isOutside.test(path) ? { path, external: true } : null,
        ),
    },
  ],
});

/** The operator's command, with its packages, so that it answers four times as fast. What writes a PDF, knows the times of jobs or speaks to Redis is loaded where it is needed. */
await build({
  ...shared,
  entryPoints: ["cli/ageway.ts"],
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "ageway-[name]-[hash]",
  external: ["pdfkit", "fontkit", "pg-boss", "@redis/client"],
});
