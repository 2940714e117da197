// Checks the files of an export/ directory against the schemas of their readers.
//     node scripts/check-exports.cjs DIRECTORY
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const Ajv = require("ajv");
const { z } = require("zod");

const directory = process.argv[2];
const read = (...parts) => JSON.parse(fs.readFileSync(path.join(...parts), "utf8"));

let failed = false;
function check(file, errors) {
    if (errors) {
        console.error(`${path.join(directory, file)}: ${errors}`);
        failed = true;
    }
}

const ajv = new Ajv({ allErrors: true, strict: true });
const validate = ajv.compile(read(__dirname, "..", "tests", "data", "bencher.schema.json"));
validate(read(directory, "bencher.json"));
check("bencher.json", validate.errors && ajv.errorsText(validate.errors));

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

process.exit(failed ? 1 : 0);
