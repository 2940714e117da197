// Checks the files of an export/ directory: JSON against the schemas of its readers, and go-bench.txt against the grammar of
// Go's benchmark results (https://go.dev/design/14313-benchmark-format) with the unit metadata of benchstat.
//     node scripts/check/exports.cjs DIRECTORY
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const Ajv = require("ajv");
const { z } = require("zod");

const directory = process.argv[2];
const schemas = path.join(__dirname, "..", "..", "tests", "data");
const read = (...parts) => JSON.parse(fs.readFileSync(path.join(...parts), "utf8"));

let failed = false;
function check(file, errors) {
    if (errors) {
        console.error(`${path.join(directory, file)}: ${errors}`);
        failed = true;
    }
}

const ajv = new Ajv({ allErrors: true, strict: true });
for (const tool of ["bencher", "hyperfine"]) {
    const validate = ajv.compile(read(schemas, `${tool}.schema.json`));
    validate(read(directory, `${tool}.json`));
    check(`${tool}.json`, validate.errors && ajv.errorsText(validate.errors));
}

// Stricter than the reader, which converts other types: null becomes 0.
const entries = z.array(
    z.strictObject({
        name: z.string().min(1),
        value: z.number(),
        unit: z.string().min(1),
        range: z.string().regex(/^± \d+(\.\d+)?$/).optional(),
        extra: z.string().optional(),
    }),
).nonempty();
for (const file of ["gab-smaller.json", "gab-bigger.json"]) {
    const found = entries.safeParse(read(directory, file));
    check(file, found.success ? null : z.prettifyError(found.error));
    // The reader identifies series by name.
    const names = found.data?.map((entry) => entry.name) ?? [];
    check(file, new Set(names).size === names.length ? null : "two entries have the same name");
}

const goLine = new RegExp(
    [
        /[a-z][^\sA-Z]*:.*/, // configuration
        /Unit \S+( \S+=\S+)+/, // metadata of a unit
        /Benchmark[^\sa-z]\S*\s+[1-9]\d*(\s+\d+(\.\d+)?(e[+-]?\d+)?\s+\S+)+/, // name, iterations, values with their units
    ].map((line) => `(?:${line.source})`).join("|").replace(/^(.*)$/, "^(?:$1)$"),
);
const goLines = fs.readFileSync(path.join(directory, "go-bench.txt"), "utf8").split("\n").filter((line) => line);
goLines.filter((line) => !goLine.test(line)).forEach((line) => check("go-bench.txt", `no line of the format: ${line}`));
check("go-bench.txt", goLines.some((line) => line.startsWith("Benchmark")) ? null : "no benchmark");

// Skipped after a failure, because the fields may be missing.
for (const { command, times, exit_codes, min, median, max } of failed ? [] : read(directory, "hyperfine.json").results) {
    const consistent = times.length === exit_codes.length && min <= median && median <= max && Math.min(...times) === min;
    check("hyperfine.json", consistent ? null : `${command}: the times are inconsistent`);
}
process.exit(failed ? 1 : 0);
