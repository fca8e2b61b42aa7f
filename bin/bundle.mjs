import { build } from "esbuild";

// The production entry as one file. Packages stay outside; our own modules, found through package.json "imports", do not.
const isOurs = /^#/;

await build({
  entryPoints: ["server.ts"],
  outfile: ".next/server.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  jsx: "automatic",
  sourcemap: true,
  logLevel: "warning",
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
