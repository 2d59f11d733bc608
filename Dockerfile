# focusbot in a container: `docker build -t focusbot .`, then `assets/deploy/compose.yaml`.

FROM rust:1.89-slim-bookworm AS build
WORKDIR /src
COPY . .
# The caches outlive a build, so the program is copied out of them.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --release --package focusbot \
    && cp target/release/focusbot /focusbot \
    && mkdir /data

# No shell, no package manager; its user `nonroot` has the number 65532.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /focusbot /usr/local/bin/focusbot
# A new volume takes the owner of this folder.
COPY --from=build --chown=65532:65532 /data /data
# With a heap for each thread, the process keeps about a third more memory than it needs.
ENV FOCUSBOT_DATA_DIR=/data \
    FOCUSBOT_LOG_FORMAT=json \
    FOCUSBOT_MONITOR_LISTEN=127.0.0.1:9464 \
    MALLOC_ARENA_MAX=2
VOLUME /data
WORKDIR /data
USER 65532:65532
# Healthy while the process can go on; that Discord is away is no reason to restart it.
HEALTHCHECK --interval=30s --timeout=6s --start-period=130s CMD ["/usr/local/bin/focusbot", "health"]
# It ends within the time it needs to finish what is under way.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/focusbot"]
CMD ["run"]
