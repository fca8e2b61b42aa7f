import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  jsx: "automatic",
  logLevel: "warning",
};

// Modules of ours (package.json "imports") go into the bundle; packages stay outside.
const isOurs = /^#/;

/** The server's entry and the thread of its jobs: one file each, with our modules. */
await build({
  ...shared,
  entryPoints: ["server.ts", "jobs.ts"],
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  sourcemap: true,
  plugins: [
    {
      name: "packages-stay-outside",
      setup: ({ onResolve }) =>
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === "entry-point" || isOurs.test(path) ? null : { path, external: true },
        ),
    },
  ],
});

/** The operator's command, with its packages, so that it answers four times as fast. What writes a PDF is in a file that only it loads. */
await build({
  ...shared,
  entryPoints: ["cli/ageway.ts"],
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "ageway-[name]-[hash]",
  external: ["pdfkit", "fontkit"],
  // CommonJS packages call `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
