# An image with one static program and nothing else:
#
#     docker build -t sudoku-bench .
#     docker run -i sudoku-bench solve - < puzzles.csv
#     docker run -v "$PWD:/work" sudoku-bench run puzzles.csv
#
# scripts/release makes the last stage from a program that it has built.
FROM rust:1-alpine AS build
RUN apk add --no-cache build-base
WORKDIR /source
COPY . .
RUN cargo build --locked --profile dist --all-features
# Commands with puzzles as arguments need a directory for temporary files.
RUN install -D target/dist/sudoku-bench /image/sudoku-bench && mkdir -m 1777 /image/tmp

FROM scratch
COPY --from=build /image /
WORKDIR /work
ENTRYPOINT ["/sudoku-bench"]
