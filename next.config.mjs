import { existsSync } from "node:fs";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // An address with a slash too many gets its own answer: a redirect would lose what the contract puts on every one.
  skipTrailingSlashRedirect: true,
  // `npm run types` checks them, for the tests and the command too.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A server that starts has calls to answer first. What draws a page is loaded with the first of its kind.
    preloadEntriesOnStart: false,
    // `server.ts` counts before Next reads; this holds where Next is started by itself.
    serverActions: { bodySizeLimit: "96kb" },
    // To write it takes a third of a build, which a fresh clone spares itself; with it, the next build takes half as long.
    turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID"),
  },
  // Nobody needs pictures in other sizes, and everybody could ask for them.
  images: { unoptimized: true },
  serverExternalPackages: [
    "pino",
    "pg-boss",
    "postgres",
    "prom-client",
    // Few pages load one of these, and only then. Bundled for routes and again for pages, they took a sixth of a build.
    "@redis/client",
    "fontkit",
    "nodemailer",
    "pdfkit",
    "stripe",
  ],
  // Bookmarks and open tabs know the gate test by its former name.
  redirects: async () => [
    { source: "/dashboard/doctor/:path*", destination: "/dashboard/gate-test/:path*", permanent: true },
  ],
  headers: async () => [
    {
      source: "/device_id.js",
      headers: [
        { key: "Cache-Control", value: "public, max-age=86400, must-revalidate" },
        { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
        // A page that pins the script's hash (SRI) must be able to read it across origins.
        { key: "Access-Control-Allow-Origin", value: "*" },
        { key: "X-Content-Type-Options", value: "nosniff" },
      ],
    },
  ],
};
