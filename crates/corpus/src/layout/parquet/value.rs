//! The columns of a Parquet file, and their values as text.

use std::{
    fmt::{Display, LowerExp},
    sync::Arc,
};

use chrono::{DateTime, Datelike, Utc};
use parquet::{
    basic::{ConvertedType, LogicalType, Type as PhysicalType},
    errors::ParquetError,
    record::Field,
    schema::types::{ColumnDescriptor, SchemaDescriptor, Type, TypePtr},
};

use crate::layout::column_type::ColumnType;

const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;

/// A leaf of the schema of a file.
pub struct Column {
    /// The name of the field of a row, or the path to the leaf if the field has several leaves.
    pub name: String,
    pub column_type: ColumnType,
    /// Index of the field in a row.
    field: usize,
    /// Indexes in the groups of several fields that are around the leaf, from the outermost.
    path: Vec<usize>,
    /// Digits after the second of dates and times, and their format.
    clock: Option<(u32, String)>,
    is_uuid: bool,
}

pub fn columns(schema: &SchemaDescriptor) -> Vec<Column> {
    let mut columns = Vec::new();
    for (field, root) in schema.root_schema().get_fields().iter().enumerate() {
        let mut paths = Vec::new();
        find_leaves(root, &[], &mut paths);
        let has_one = paths.len() == 1;
        for path in paths {
            let leaf = schema.column(columns.len());
            columns.push(Column {
                name: if has_one { root.name().into() } else { leaf.path().string() },
                column_type: column_type(&leaf),
                field,
                path,
                clock: clock(&leaf),
                is_uuid: leaf.logical_type_ref() == Some(&LogicalType::Uuid),
            });
        }
    }
    columns
}

/// Returns a part of a schema without the marks of lists and maps, so that every repeated part becomes a list. The crate makes
/// lists of lists of those with two levels, as Avro writes them.
pub fn without_marks(node: &TypePtr) -> Result<TypePtr, ParquetError> {
    if node.is_primitive() {
        return Ok(node.clone());
    }
    let fields = node.get_fields().iter().map(without_marks).collect::<Result<_, _>>()?;
    let mut group = Type::group_type_builder(node.name()).with_fields(fields);
    if node.get_basic_info().has_repetition() {
        group = group.with_repetition(node.get_basic_info().repetition());
    }
    Ok(Arc::new(group.build()?))
}

/// Appends the path to each leaf.
fn find_leaves(node: &Type, path: &[usize], paths: &mut Vec<Vec<usize>>) {
    if node.is_primitive() {
        return paths.push(path.into());
    }
    let fields = node.get_fields();
    for (index, field) in fields.iter().enumerate() {
        let step: &[usize] = if fields.len() > 1 { &[index] } else { &[] };
        find_leaves(field, &[path, step].concat(), paths);
    }
}

/// Returns the type of the texts of a column. Dates and the like are texts, and so are most lists.
fn column_type(column: &ColumnDescriptor) -> ColumnType {
    use ConvertedType::{DECIMAL, UINT_8, UINT_16, UINT_32, UINT_64};
    let is_integer =
        matches!(column.physical_type(), PhysicalType::INT32 | PhysicalType::INT64) && clock(column).is_none();
    match (column.physical_type(), column.converted_type(), column.max_rep_level()) {
        (_, DECIMAL, 0) => ColumnType::Decimal,
        (_, UINT_64, 0) => ColumnType::Unsigned,
        (_, _, 0) if is_integer => ColumnType::Integer,
        (_, DECIMAL | UINT_8 | UINT_16 | UINT_32 | UINT_64, _) => ColumnType::Text,
        (_, _, 1) if is_integer => ColumnType::Integers,
        (PhysicalType::FLOAT | PhysicalType::DOUBLE, _, 0) => ColumnType::Float,
        (_, _, 0) if column.logical_type_ref() == Some(&LogicalType::Float16) => ColumnType::Float,
        (PhysicalType::BOOLEAN, _, 0) => ColumnType::Boolean,
        _ => ColumnType::Text,
    }
}

/// Returns the digits after the second of a column of dates or times, and their format, as in RFC 3339.
fn clock(column: &ColumnDescriptor) -> Option<(u32, String)> {
    let logical = column.logical_type_ref();
    let is_local = matches!(logical, Some(LogicalType::Timestamp(stamp)) if !stamp.is_adjusted_to_u_t_c);
    let zone = if is_local { "" } else { "Z" };
    let time = |digits| Some((digits, format!("%H:%M:%S%.{digits}f")));
    let stamp = |digits| Some((digits, format!("%Y-%m-%dT%H:%M:%S%.{digits}f{zone}")));
    match column.converted_type() {
        ConvertedType::DATE => Some((0, "%Y-%m-%d".into())),
        ConvertedType::TIME_MILLIS => time(3),
        ConvertedType::TIME_MICROS => time(6),
        ConvertedType::TIMESTAMP_MILLIS => stamp(3),
        ConvertedType::TIMESTAMP_MICROS => stamp(6),
        _ if column.physical_type() == PhysicalType::INT96 => stamp(3),
        // Only nanoseconds have no older type.
        _ => match logical? {
            LogicalType::Time(_) => time(9),
            LogicalType::Timestamp(_) => stamp(9),
            _ => None,
        },
    }
}

impl Column {
    /// Returns the value in a row as text, which is empty for a null and JSON for a list.
    pub fn text(&self, row: &[(String, Field)]) -> String {
        match enter(&row[self.field].1, &self.path) {
            (Field::Null, _) => String::new(),
            (list @ Field::ListInternal(_), path) => self.json(list, path),
            (value, _) => self.value(value),
        }
    }

    fn json(&self, value: &Field, path: &[usize]) -> String {
        match enter(value, path) {
            (Field::Null, _) => "null".into(),
            (Field::ListInternal(list), path) => {
                let elements: Vec<_> = list.elements().iter().map(|element| self.json(element, path)).collect();
                format!("[{}]", elements.join(","))
            }
            (value @ (Field::Str(_) | Field::Bytes(_)), _) => serde_json::Value::from(self.value(value)).to_string(),
            (value, _) if self.clock.is_some() => serde_json::Value::from(self.value(value)).to_string(),
            (value, _) => self.value(value),
        }
    }

    fn value(&self, value: &Field) -> String {
        match value {
            Field::Date(days) => self.time((*days).into(), SECONDS_OF_A_DAY),
            Field::TimeMillis(ticks) => self.time((*ticks).into(), 1),
            Field::Long(ticks)
            | Field::TimeMicros(ticks)
            | Field::TimestampMillis(ticks)
            | Field::TimestampMicros(ticks) => self.time(*ticks, 1),
            Field::Float(value) => float(*value, f64::from(*value)),
            Field::Double(value) => float(*value, *value),
            Field::Float16(value) => {
                // The fewest digits that only this number is nearest to: 6.7, not 6.6992188.
                let exact = value.to_f32();
                let mut rounded = (0..6).map(|digits| format!("{exact:.digits$e}"));
                let shortest = rounded.find(|rounded| rounded.parse() == Ok(*value));
                let shortest = shortest.and_then(|shortest| shortest.parse().ok()).unwrap_or(exact);
                float(shortest, f64::from(exact))
            }
            // The library writes a point even without a fraction after it.
            Field::Decimal(_) => value.to_string().trim_end_matches('.').into(),
            Field::Str(value) => value.clone(),
            Field::Bytes(bytes) if self.is_uuid => uuid_text(bytes.data()),
            Field::Bytes(bytes) => bytes_text(bytes.data()),
            other => other.to_string(),
        }
    }

    /// Formats ticks as a date or a time. Returns the ticks themselves if the column has neither, or outside of the years 1 to 9999.
    fn time(&self, ticks: i64, seconds_of_a_tick: i64) -> String {
        let text = self.clock.as_ref().and_then(|(digits, format)| {
            let time = moment(ticks * seconds_of_a_tick, *digits)?;
            (1..=9999).contains(&time.year()).then(|| time.format(format).to_string())
        });
        text.unwrap_or_else(|| ticks.to_string())
    }
}

/// Enters groups until a list, a value or a null, and returns it with the rest of the path.
fn enter<'f, 'p>(mut field: &'f Field, mut path: &'p [usize]) -> (&'f Field, &'p [usize]) {
    while let Field::Group(group) = field {
        let mut index = 0;
        if group.len() > 1 {
            (index, path) = (path[0], &path[1..]);
        }
        field = group.get_column_iter().nth(index).expect("the path comes from the schema").1;
    }
    (field, path)
}

fn moment(ticks: i64, digits: u32) -> Option<DateTime<Utc>> {
    let unit = 10_i64.pow(digits);
    let nanoseconds = u32::try_from(ticks.rem_euclid(unit)).ok()? * 10_u32.pow(9 - digits);
    DateTime::from_timestamp(ticks.div_euclid(unit), nanoseconds)
}

/// Returns the fewest digits that identify the number, with an exponent if most digits would be zeros.
pub fn float(value: impl Display + LowerExp, size: f64) -> String {
    let plain = size == 0.0 || !size.is_finite() || (1e-5..1e16).contains(&size.abs());
    if plain { value.to_string() } else { format!("{value:e}") }
}

/// Returns bytes as text. Bytes that are not UTF-8 are written as `\xFF`, as DuckDB does.
fn bytes_text(bytes: &[u8]) -> String {
    let invalid = |bytes: &[u8]| bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect::<String>();
    bytes.utf8_chunks().map(|chunk| chunk.valid().to_owned() + &invalid(chunk.invalid())).collect()
}

fn uuid_text(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}
