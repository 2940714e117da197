// Holds the JSON files of an export/ directory against what their readers insist on.
//     node scripts/check-exports.cjs DIRECTORY
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const Ajv = require("ajv");
const { z } = require("zod");

const directory = process.argv[2];
const schemas = path.join(__dirname, "..", "tests", "data");
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

// The reader converts what is no text or number, null to 0 for one; it is not to be relied upon.
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
    // Series are found by their names.
    const names = found.data?.map((entry) => entry.name) ?? [];
    check(file, new Set(names).size === names.length ? null : "two entries have the same name");
}

// Only of a file that has these fields.
for (const { command, times, exit_codes, min, median, max } of failed ? [] : read(directory, "hyperfine.json").results) {
    const fine = times.length === exit_codes.length && min <= median && median <= max && Math.min(...times) === min;
    check("hyperfine.json", fine ? null : `${command}: times do not fit together`);
}
process.exit(failed ? 1 : 0);
