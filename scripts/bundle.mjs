import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  jsx: "automatic",
  logLevel: "warning",
};

// Our own modules are found through package.json "imports", which only the source has; they come along.
const isOurs = /^#/;

/** The production entry: one file, packages outside. */
await build({
  ...shared,
  entryPoints: ["server.ts"],
  outfile: ".next/server.mjs",
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

/** The operator's command: one file with only what it uses of its packages, so that it answers at once; what it takes to write a PDF waits in another. */
await build({
  ...shared,
  entryPoints: ["cli/ageway.ts"],
  outdir: ".next",
  outExtension: { ".js": ".mjs" },
  splitting: true,
  chunkNames: "ageway-[name]-[hash]",
  external: ["pdfkit", "fontkit"],
  // Packages in the older module format ask for it.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
