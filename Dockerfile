# The image of Promptshelf: Node with its libraries and the server, without a shell.
#
#   docker compose up     builds and starts it from a clone
#
# `npm run package` builds a release's images from the last stage alone, with a root laid out for each processor.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS image
# A library that Node loads, and the program that removes Node's debugging symbols.
RUN apt-get update -qq && apt-get install -qq --no-install-recommends libatomic1 binutils
WORKDIR /source
COPY . .
RUN node scripts/run-task.mjs image-root /image

FROM scratch
COPY --from=image /image/root /
# A new volume belongs to the owner of its directory in the image.
COPY --from=image --chown=65532:65532 /image/data /data
ENV PATH=/promptshelf/node/bin HOST=0.0.0.0 DATA_DIR=/data SQLITE_TMPDIR=/data
# As in scripts/serve.mjs, which gives the reasons.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
WORKDIR /promptshelf
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "--eval", "const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`); process.exit(ok ? 0 : 1)"]
ENTRYPOINT ["node"]
CMD ["--max-semi-space-size=16", "--max-old-space-size=1024", "--expose-gc", "server/main.ts"]
