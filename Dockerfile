# Ageway without a demo, a sandbox, a test tool or a second Node. Build it from the project's folder: docker build -t ageway .
# A tag can be moved to another image: docs/operate/install.md says how to pin this one (--build-arg NODE=node@sha256:…).
ARG NODE=node:24.21.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /ageway
COPY . .
RUN npm ci --omit=dev --loglevel=error \
 && NEXT_TELEMETRY_DISABLED=1 npm run build \
 && npm ci --omit=dev --omit=optional --workspaces=false --loglevel=error \
 && find node_modules -name '*.map' -delete \
 && rm -rf .next/cache .next/turbopack

FROM ${NODE}
# Nothing is installed in a container that runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
WORKDIR /ageway
COPY --from=build /ageway/package.json /ageway/next.config.mjs /ageway/LICENSE ./
COPY --from=build /ageway/node_modules node_modules
COPY --from=build /ageway/.next .next
COPY --from=build /ageway/public public
COPY --from=build /ageway/scripts scripts
COPY --from=build /ageway/cli cli
COPY --from=build /ageway/db db
COPY --from=build /ageway/lib lib
COPY --from=build /ageway/eid-logos eid-logos
# All of it belongs to root. The one place that the app writes to is /tmp: its lock, a socket, and mail where there is no SMTP_URL.
# Who calls a container comes from outside of it, so it listens on all of its addresses.
ENV HOST=0.0.0.0 NODE_ENV=production DATA_DIR=/tmp/ageway MAIL_DIR=/tmp/ageway/mail PORT=3000
USER 65532:65532
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
