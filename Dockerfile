# The game on port 8717: docker build -t quoridor . && docker run -p 127.0.0.1:8717:8717 -v games:/games quoridor
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package quoridor

FROM debian:bookworm-slim
RUN useradd --create-home --uid 1000 quoridor && mkdir /games && chown quoridor /games
COPY --from=build /source/target/release/quoridor /usr/local/bin/quoridor
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/quoridor/
USER quoridor
VOLUME /games
EXPOSE 8717
ENTRYPOINT ["quoridor"]
CMD ["serve", "--listen", "0.0.0.0", "--port", "8717", "--data", "/games", "--no-open"]
