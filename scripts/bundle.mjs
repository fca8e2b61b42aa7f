import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  jsx: "automatic",
  logLevel: "warning",
};

// Modules of ours (package.json "imports") go into the bundle, and drizzle: its 300 files cost a process 100 MB and half a second.
// Other packages stay outside.
const isInside = /^(?:#|drizzle-orm(?:\/|$))/;

/** The server and the thread of its jobs, with our modules. What a process does not need, such as Next, it does not load. */
await build({
  ...shared,
  entryPoints: { server: "main.ts", jobs: "jobs.ts" },
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "server-[name]-[hash]",
  sourcemap: true,
  plugins: [
    {
      name: "packages-stay-outside",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === "entry-point" || isInside.test(path) ? null : { path, external: true },
        ),
    },
  ],
});

/** The operator's command, with its packages, so that it answers four times as fast. What writes a PDF or knows the times of jobs is loaded where it is needed. */
await build({
  ...shared,
  entryPoints: ["cli/ageway.ts"],
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "ageway-[name]-[hash]",
  external: ["pdfkit", "fontkit", "pg-boss"],
  // CommonJS packages call `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
