"""Solves a corpus on Apache Spark: `scripts/spark-run` calls it.

The driver counts the lines of the corpus, so that every row knows its line. Spark sends the lines of each partition through
`sudoku-bench partition run` (or `partition solve`) with TRANSFORM, and commits what it writes all at once. The driver then
checks that no row is missing, and hands the blocks to `sudoku-bench partition join`, which checks every line and writes a
results directory like that of a local run. Executors need no Python: the program travels with the job.
"""

import argparse, contextlib, json, os, re, shlex, socket, subprocess, sys, tempfile, time
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

# How many of the first lines of each file, which tell its layout and columns, go to every partition, and of all files.
HEAD, HEADS = 1000, 20_000
COMPRESSED = (".gz", ".bz2", ".zst", ".xz", ".lz4", ".snappy", ".deflate")
DELIMITED = r"ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' LINES TERMINATED BY '\n' NULL DEFINED AS ''"


def fail(message: str, code: int = 1) -> None:
    print(f"spark-run: {message}", file=sys.stderr)
    sys.exit(code)


def arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="scripts/spark-run", description="Solve a corpus on Apache Spark.",
                                     epilog="All other options, such as --strategy, are those of `sudoku-bench run` (or `solve`).")
    parser.add_argument("--master", default="local[*]", help="address of the cluster [default: local[*], this machine]")
    parser.add_argument("--input", nargs="+", required=True, metavar="PATH",
                        help="files or patterns: text with a puzzle a line, also compressed, or *.parquet")
    parser.add_argument("--output", required=True, metavar="DIR", help="new directory for the rows, as Parquet; any file system")
    parser.add_argument("--results", metavar="DIR", help="new results directory on this machine [default: results/spark-TIME]")
    parser.add_argument("--solve", action="store_true", help="write the rows of Parquet, or CSV with a header, with solutions")
    parser.add_argument("--partitions", type=int, metavar="N",
                        help="divide the corpus into N parts; compressed text is otherwise one part a file")
    parser.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of Spark; repeatable")
    parser.add_argument("--tool", type=Path, required=True, help=argparse.SUPPRESS)
    args, options = parser.parse_known_args()
    args.tool = args.tool.resolve()
    args.parquet = all(name.rstrip("/").endswith(".parquet") for name in args.input)
    return args, options


def connect(args: argparse.Namespace) -> SparkSession:
    match = re.fullmatch(r"spark://([^:,/]+):(\d+)", args.master)
    if match:
        try:
            socket.create_connection((match[1], int(match[2])), timeout=10).close()
        except OSError as error:
            fail(f"cannot reach the master {args.master}: {error.strerror or error}")
    # Rows and trailers are written to different directories; without this setting, each task would sort them first.
    settings = {"spark.sql.maxConcurrentOutputFileWriters": "8", "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
                "spark.sql.parquet.compression.codec": "zstd"}
    if args.master.startswith("local"):
        settings |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false"}
    settings |= {key: value for key, _, value in (setting.partition("=") for setting in args.conf)}
    spark = SparkSession.builder.master(args.master).appName("sudoku-bench").config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def plain_path(uri: str) -> str:
    """Returns the name of a file as a local run has it."""
    parts = urlsplit(uri)
    return unquote(parts.path) if parts.scheme == "file" else uri


def sizes(spark: SparkSession, args: argparse.Namespace) -> dict[str, int]:
    """Returns the size of each file. Divides the files as --partitions says; what cannot be divided is shuffled later."""
    files = spark.read.format("binaryFile").load(args.input).select("path", "length").collect()
    if args.partitions and not any(file.path.endswith(COMPRESSED) for file in files):
        spark.conf.set("spark.sql.files.maxPartitionBytes", max(sum(file.length for file in files) // args.partitions, 1 << 16))
        spark.conf.set("spark.sql.files.openCostInBytes", 0)
        args.partitions = None
    return {plain_path(file.path): file.length for file in files}


def numbered(spark: SparkSession, args: argparse.Namespace, bytes_of: dict[str, int]) -> tuple[DataFrame, list[dict]]:
    """Returns the lines of the corpus as file, line and text, and the files for the plan."""
    if args.parquet:
        frame = spark.read.parquet(*args.input)
        text = F.to_json(F.struct(*[F.col(f"`{name}`") for name in frame.columns]), {"ignoreNullFields": "false"})
        place = F.col("_metadata.row_index")
    else:
        # Only \n ends a line; the tool takes \r\n as well.
        frame, text, place = spark.read.text(args.input, lineSep="\n"), F.col("value"), F.monotonically_increasing_id()
    lines = frame.select(F.col("_metadata.file_path").alias("path"), F.col("_metadata.file_block_start").alias("start"),
                         place.alias("place"), text.alias("text"))
    counted = lines.groupBy("path", "start").agg(F.count("*").alias("lines"), F.min("place").alias("least"))
    # The rows of a split follow each other, so the place of a line is that in its split after those of the splits before it.
    files, offsets = [], []
    for split in sorted(counted.collect(), key=lambda split: (split.path, split.start)):
        if not files or files[-1]["uri"] != split.path:
            files.append({"uri": split.path, "path": plain_path(split.path), "lines": 0, "head": [],
                          "bytes": bytes_of.get(plain_path(split.path), 0)})
        before = split.least if args.parquet else files[-1]["lines"]
        offsets.append((split.path, split.start, len(files) - 1, before + 1 - split.least))
        files[-1]["lines"] += split.lines
    if not files:
        fail("the corpus has no lines", 4)
    offsets = F.broadcast(spark.createDataFrame(offsets, "path STRING, start BIGINT, file INT, offset BIGINT"))
    return lines.join(offsets, ["path", "start"]).select("file", (F.col("place") + F.col("offset")).alias("line"), "text"), files


def digests(spark: SparkSession, args: argparse.Namespace, files: list[dict]) -> None:
    """Adds the SHA-256 of each file that fits into memory, so that `compare` knows the corpus."""
    small = spark.read.format("binaryFile").load(args.input).where(f"length < {256 << 20}")
    known = {plain_path(row.path): row.sha256 for row in small.select("path", F.sha2("content", 256).alias("sha256")).collect()}
    for file in files:
        file["sha256"] = known.get(file["path"])


def transform(spark: SparkSession, lines: DataFrame, args: argparse.Namespace, plan: Path, command: list[str], columns: str) -> DataFrame:
    """Returns what the tool writes about the lines. Spark puts the files of the job into a directory of the search path."""
    spark.sparkContext.addFile(str(args.tool))
    spark.sparkContext.addFile(str(plan))
    if args.partitions:
        lines = lines.repartitionByRange(args.partitions, "file", "line").sortWithinPartitions("file", "line")
    lines.createOrReplaceTempView("corpus_lines")
    tool = f'tool=$(command -v {shlex.quote(args.tool.name)}) && exec "$tool" partition {shlex.join(command)} --threads 1'
    script = f'{tool} "$(dirname "$tool")"/{shlex.quote(plan.name)}'.replace("\\", "\\\\").replace("'", "\\'")
    return spark.sql(f"SELECT TRANSFORM(file, line, text) {DELIMITED} USING '{script}' AS ({columns}) {DELIMITED} FROM corpus_lines")


def write_plan(args: argparse.Namespace, path: Path, files: list[dict], command: list[str]) -> str:
    """Writes the plan. The tool checks the options and the first lines of every file. Returns the columns that it writes."""
    path.write_text(json.dumps({"started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "files": files}))
    checked = subprocess.run([args.tool, "partition", *command, "--threads", "1", path], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, text=True)
    if checked.returncode:
        sys.exit(checked.returncode)
    return checked.stdout.strip()


def run(spark: SparkSession, args: argparse.Namespace, options: list[str], work: Path) -> int:
    results = Path(args.results or time.strftime("results/spark-%Y%m%dT%H%M%SZ", time.gmtime()))
    if results.exists() and (not results.is_dir() or any(results.iterdir())):
        fail(f"{results} exists already; name a new directory with --results", 2)
    lines, files = numbered(spark, args, sizes(spark, args))
    digests(spark, args, files)
    head = max(min(HEAD, HEADS // len(files)), 20)
    for row in lines.where(F.col("line") <= head).orderBy("file", "line").collect():
        files[row.file]["head"].append(row.text)
    command = ["run", *options]
    if any(re.match("--sample(=|$)", option) for option in options):
        # To draw a sample, the tool must know which lines have no puzzle. Without this knowledge in the plan, it says so.
        plan = work / "plan-of-sample.json"
        columns = write_plan(args, plan, files, command)
        rows = transform(spark, lines, args, plan, command, columns).select("file", "payload").collect()
        for number, file in enumerate(files):
            file["without_puzzle"] = sorted(lines for row in rows if row.file == number for lines in json.loads(row.payload))
    plan = work / "plan.json"
    columns = write_plan(args, plan, files, command)
    begun = time.monotonic()
    transform(spark, lines, args, plan, command, columns).write.mode("append").partitionBy("kind").parquet(args.output)
    print(f"wrote {args.output} in {time.monotonic() - begun:.1f} s, without the start of Spark and the checks", file=sys.stderr)

    written = spark.read.schema(columns).parquet(args.output)
    counts = {row.strategy: row["count"] for row in written.where("kind = 'row'").groupBy("strategy").count().collect()}
    puzzles = F.sum(F.get_json_object("payload", "$.puzzles").cast("bigint")).alias("puzzles")
    for end in written.where("kind = 'end'").groupBy("strategy").agg(puzzles).collect():
        if end.puzzles != counts.get(end.strategy, 0):
            fail(f"{end.strategy}: {counts.get(end.strategy, 0)} rows were written for {end.puzzles} puzzles")
    blocks = written.where("kind <> 'row'").orderBy("round", "file", "line", "kind")
    merge = subprocess.Popen([args.tool, "partition", "join", plan, "-o", results], stdin=subprocess.PIPE)
    with contextlib.suppress(BrokenPipeError):  # The message of `merge` says why.
        for block in blocks.selectExpr("concat_ws('\t', round, file, line, kind, payload) AS row").toLocalIterator():
            merge.stdin.write(block.row.encode() + b"\n")
        merge.stdin.close()
    return merge.wait()


def solve(spark: SparkSession, args: argparse.Namespace, options: list[str], work: Path) -> int:
    sizes(spark, args)
    rows = spark.read.parquet(*args.input) if args.parquet else spark.read.csv(args.input, header=True, escape='"')
    text = F.to_json(F.struct(*[F.col(f"`{name}`") for name in rows.columns]), {"ignoreNullFields": "false"})
    head = [row.text for row in rows.limit(HEAD).select(text.alias("text")).collect()]
    if not head:
        fail("the corpus has no rows", 4)
    # The numbers begin after the head, so that every partition gets it.
    lines = rows.select(F.lit(0).alias("file"), (F.monotonically_increasing_id() + HEAD + 1).alias("line"), text.alias("text"))
    command = ["solve", "--layout", "jsonl", *options]
    plan = work / "plan.json"
    columns = write_plan(args, plan, [{"path": " ".join(args.input), "lines": 0, "head": head}], command)
    solved = transform(spark, lines, args, plan, command, columns)
    taken = {name.lower() for name in rows.columns}
    names = {name: next(new for new in (name, *(f"{name}_{n}" for n in range(2, 9999))) if new not in taken)
             for name in ("solution", "status", "solutions")}
    parsed = solved.select(F.from_json("text", rows.schema).alias("row"), *names)
    own = [F.col(f"row.`{name}`") for name in rows.columns]
    parsed.select(*own, *(F.col(name).alias(new) for name, new in names.items())).write.mode("append").parquet(args.output)
    before, after = rows.count(), spark.read.parquet(args.output).count()
    if before != after:
        fail(f"{args.output} has {after} rows of {before}: the output of a partition ends too early")
    counts = spark.read.parquet(args.output).groupBy(F.col(names["status"]).alias("status")).count().orderBy("status").collect()
    print(f"wrote {args.output}: {after} rows; " + ", ".join(f"{row['count']} {row.status}" for row in counts), file=sys.stderr)
    return 0


def explained(error: Exception, master: str) -> str:
    """Returns what a person needs of an error of Spark."""
    text = str(error)
    if "Exec format error" in text or "cannot execute" in text:
        return "the program cannot be executed on the executors: it was built for another system; build it for theirs"
    exited = re.search(r"exited with status (\d+)\. Error: ?(.*?)(?:\n\s*at |\n\n|\Z)", text, re.DOTALL)
    if exited:
        return f"a partition ended with status {exited[1]}: " + exited[2].strip(". \n")
    if "Broken pipe" in text or "Stream closed" in text:
        return "a partition ended before it had read its lines, or cannot be executed there; the stderr of the executors says why"
    causes = re.findall(r"^Caused by: (.*)", text, re.MULTILINE)
    lines = [line.strip(": ") for line in text.splitlines()]
    lines = [line for line in lines if line and not line.lstrip().startswith(("at ", "An error occurred while calling"))]
    return f"Spark at {master}: {(causes[-1:] or lines or [type(error).__name__])[0]}"


def main() -> int:
    args, options = arguments()
    spark = connect(args)
    output, new = spark._jvm.org.apache.hadoop.fs.Path(args.output), None
    try:
        system = output.getFileSystem(spark._jsc.hadoopConfiguration())
        if system.exists(output):
            fail(f"{args.output} exists already; name a new directory", 2)
        new = system
        with tempfile.TemporaryDirectory() as work:
            return (solve if args.solve else run)(spark, args, options, Path(work))
    except BaseException as error:
        if new:
            new.delete(output, True)
        if type(error).__module__.split(".")[0] not in ("py4j", "pyspark"):  # Spark's exceptions have several types.
            raise
        fail(explained(error, args.master))
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
