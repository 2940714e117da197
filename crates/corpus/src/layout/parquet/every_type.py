"""Writes every_type.parquet, which the tests read: a column of each type that pyarrow writes. Needs pyarrow and numpy."""

import decimal
import uuid
from datetime import date, datetime, time, timezone

import numpy
import pyarrow as pa
import pyarrow.parquet as pq

STAMP = datetime(2024, 3, 1, 1, 2, 3, 456789)
SEQUENCE = pa.list_(pa.int64())
MESSAGE = pa.struct([("role", pa.string()), ("text", pa.string())])
PLACE = pa.struct([("page", pa.int32()), ("in", pa.struct([("x", pa.int64()), ("list", SEQUENCE)]))])
D = decimal.Decimal

COLUMNS = [
    ("puzzle", pa.string(), ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 3),
    ("i8", pa.int8(), [-128, None, 127]),
    ("u32", pa.uint32(), [0, None, 2**32 - 1]),
    ("i64", pa.int64(), [-(2**63), None, 2**63 - 1]),
    ("u64", pa.uint64(), [0, None, 2**64 - 1]),
    ("half", pa.float16(), [numpy.float16(6.7), None, numpy.float16(-0.0)]),
    ("f32", pa.float32(), [0.1, None, 1e30]),
    ("f64", pa.float64(), [2.0, None, 2.5e-9]),
    ("bool", pa.bool_(), [True, None, False]),
    ("d2", pa.decimal128(2, 2), [D("-0.05"), None, D("0.00")]),
    ("d5", pa.decimal128(5, 2), [D("123.45"), None, D("-1.50")]),
    ("d38", pa.decimal128(38, 0), [D(10**37), None, D(-7)]),
    ("d76", pa.decimal256(76, 2), [D("123.00"), None, D("-2.56")]),
    ("date", pa.date32(), [date(2024, 3, 1), None, date(1582, 10, 15)]),
    ("old", pa.date32(), [-719_163, None, 0]),
    ("ms", pa.time32("ms"), [time(1, 1, 1, 7000), None, time(0)]),
    ("ns", pa.time64("ns"), [time(1, 1, 1, 7), None, time(0)]),
    ("clock", pa.timestamp("ms"), [STAMP, None, datetime(1969, 12, 31)]),
    ("utc", pa.timestamp("us", tz="UTC"), [STAMP, None, datetime(1, 1, 1, tzinfo=timezone.utc)]),
    ("exact", pa.timestamp("ns"), [STAMP, None, datetime(1970, 1, 1)]),
    ("bytes", pa.binary(), [b"a\xff\xc3b", None, b"\0"]),
    ("uuid", pa.uuid(), [uuid.UUID(int=2**127).bytes, None, uuid.UUID(int=1).bytes]),
    ("list", SEQUENCE, [[1, None, -2], None, []]),
    ("lists", pa.list_(SEQUENCE), [[[0, 5], [None], [], None], None, [[1]]]),
    ("words", pa.list_(pa.string()), [['a"b', None, "é"], None, []]),
    ("cells", pa.list_(pa.uint8()), [[5, 3], None, []]),
    ("days", pa.list_(pa.date32()), [[date(2024, 3, 1)], None, []]),
    ("place", PLACE, [{"page": 1, "in": {"x": 2, "list": [3]}}, None, {"page": 4, "in": None}]),
    ("chat", pa.list_(MESSAGE), [[{"role": "user", "text": None}, None], None, []]),
    ("map", pa.map_(pa.string(), SEQUENCE), [[("a", [1]), ("b", None)], None, []]),
]

arrays = [pa.array(values, pa.int32()).cast(kind) if name == "old" else pa.array(values, kind) for name, kind, values in COLUMNS]
table = pa.table(arrays, [name for name, _, _ in COLUMNS])
pq.write_table(table, "every_type.parquet", compression="snappy", row_group_size=2, write_statistics=False, store_schema=False)
