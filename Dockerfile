# The image has one static program and nothing else:
#
#     docker run -i ghcr.io/sudoku-bench/sudoku-bench solve - < puzzles.csv
#     docker run -v "$PWD:/work" ghcr.io/sudoku-bench/sudoku-bench run puzzles.csv
FROM rust:1-alpine AS build
RUN apk add --no-cache build-base
WORKDIR /source
COPY . .
RUN cargo build --locked --profile dist --all-features && install -Ds target/dist/sudoku-bench /image/sudoku-bench && mkdir -m 1777 /image/tmp

FROM scratch
COPY --from=build /image /
WORKDIR /work
ENTRYPOINT ["/sudoku-bench"]
