//! Checks the metadata of a file before the `parquet` crate parses them. The crate recurses into groups, reserves memory for
//! as many children as a group claims, copies the names of all groups around each column, and takes seconds to skip a list
//! of two billion Booleans, which has no bytes.

use super::{
    metadata::Cause,
    thrift::{Fields, Shape, Thrift},
};
use crate::layout::schema::MAX_COLUMNS;

/// Nested groups of a schema: more than any list of lists of structures has.
const MAX_DEPTH: usize = 64;
/// Bytes of the paths of all columns.
const MAX_PATHS: usize = 16 << 20;

const EMPTY: Shape = Shape::Struct(&[]);
const DECIMAL: Shape = Shape::Struct(&[(1, Shape::Integer), (2, Shape::Integer)]);
const TIME_UNIT: Shape = Shape::Struct(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]);
const TIME: Shape = Shape::Struct(&[(1, Shape::Bool), (2, TIME_UNIT)]);
const INTEGER: Shape = Shape::Struct(&[(1, Shape::Byte), (2, Shape::Bool)]);
const VARIANT: Shape = Shape::Struct(&[(1, Shape::Byte)]);
const GEOMETRY: Shape = Shape::Struct(&[(1, Shape::Binary)]);
const GEOGRAPHY: Shape = Shape::Struct(&[(1, Shape::Binary), (2, Shape::Integer)]);

/// `LogicalType` of `parquet.thrift`.
const LOGICAL_TYPE: Shape = Shape::Struct(&[
    (1, EMPTY),
    (2, EMPTY),
    (3, EMPTY),
    (4, EMPTY),
    (5, DECIMAL),
    (6, EMPTY),
    (7, TIME),
    (8, TIME),
    (10, INTEGER),
    (11, EMPTY),
    (12, EMPTY),
    (13, EMPTY),
    (14, EMPTY),
    (15, EMPTY),
    (16, VARIANT),
    (17, GEOMETRY),
    (18, GEOGRAPHY),
    (19, EMPTY),
]);

/// `SchemaElement` of `parquet.thrift`.
const ELEMENT: Fields = &[
    (1, Shape::Integer),
    (2, Shape::Integer),
    (3, Shape::Integer),
    (NAME, Shape::Binary),
    (CHILDREN, Shape::Integer),
    (6, Shape::Integer),
    (7, Shape::Integer),
    (8, Shape::Integer),
    (9, Shape::Integer),
    (10, LOGICAL_TYPE),
];
const NAME: i16 = 4;
const CHILDREN: i16 = 5;

/// The fields of `FileMetaData` up to the schema, which every program writes in this order.
const VERSION: i16 = 1;
const SCHEMA: i16 = 2;

const KEY_VALUES: Shape = Shape::List(&Shape::Struct(&[(1, Shape::Binary), (2, Shape::Binary)]));
const INTEGERS: Shape = Shape::List(&Shape::Integer);
const TEXTS: Shape = Shape::List(&Shape::Binary);

/// `Statistics` of `parquet.thrift`.
const STATISTICS: Shape = Shape::Struct(&[
    (1, Shape::Binary),
    (2, Shape::Binary),
    (3, Shape::Integer),
    (4, Shape::Integer),
    (5, Shape::Binary),
    (6, Shape::Binary),
    (7, Shape::Bool),
    (8, Shape::Bool),
    (9, Shape::Integer),
]);

const ENCODING: Shape = Shape::Struct(&[(1, Shape::Integer), (2, Shape::Integer), (3, Shape::Integer)]);
const SIZES: Shape = Shape::Struct(&[(1, Shape::Integer), (2, INTEGERS), (3, INTEGERS)]);
const BOUNDING_BOX: Shape = Shape::Struct(&[
    (1, Shape::Double),
    (2, Shape::Double),
    (3, Shape::Double),
    (4, Shape::Double),
    (5, Shape::Double),
    (6, Shape::Double),
    (7, Shape::Double),
    (8, Shape::Double),
]);
const GEOSPATIAL: Shape = Shape::Struct(&[(1, BOUNDING_BOX), (2, INTEGERS)]);

/// `ColumnMetaData` of `parquet.thrift`.
const COLUMN: Shape = Shape::Struct(&[
    (1, Shape::Integer),
    (2, INTEGERS),
    (3, TEXTS),
    (4, Shape::Integer),
    (5, Shape::Integer),
    (6, Shape::Integer),
    (7, Shape::Integer),
    (8, KEY_VALUES),
    (9, Shape::Integer),
    (10, Shape::Integer),
    (11, Shape::Integer),
    (12, STATISTICS),
    (13, Shape::List(&ENCODING)),
    (14, Shape::Integer),
    (15, Shape::Integer),
    (16, SIZES),
    (17, GEOSPATIAL),
]);

const COLUMN_KEY: Shape = Shape::Struct(&[(1, EMPTY), (2, Shape::Struct(&[(1, TEXTS), (2, Shape::Binary)]))]);

/// `ColumnChunk` of `parquet.thrift`.
const COLUMN_CHUNK: Shape = Shape::Struct(&[
    (1, Shape::Binary),
    (2, Shape::Integer),
    (3, COLUMN),
    (4, Shape::Integer),
    (5, Shape::Integer),
    (6, Shape::Integer),
    (7, Shape::Integer),
    (8, COLUMN_KEY),
    (9, Shape::Binary),
]);

const SORTING: Shape = Shape::Struct(&[(1, Shape::Integer), (2, Shape::Bool), (3, Shape::Bool)]);

/// `RowGroup` of `parquet.thrift`.
const ROW_GROUP: Shape = Shape::Struct(&[
    (1, Shape::List(&COLUMN_CHUNK)),
    (2, Shape::Integer),
    (3, Shape::Integer),
    (4, Shape::List(&SORTING)),
    (5, Shape::Integer),
    (6, Shape::Integer),
    (7, Shape::Integer),
]);

const CIPHER: Shape = Shape::Struct(&[(1, Shape::Binary), (2, Shape::Binary), (3, Shape::Bool)]);

/// The fields of `FileMetaData` after the schema.
const AFTER_SCHEMA: Fields = &[
    (3, Shape::Integer),
    (4, Shape::List(&ROW_GROUP)),
    (5, KEY_VALUES),
    (6, Shape::Binary),
    (7, Shape::List(&Shape::Struct(&[(1, EMPTY)]))),
    (8, Shape::Struct(&[(1, CIPHER), (2, CIPHER)])),
    (9, Shape::Binary),
];

/// A group whose children are not all read.
struct Group {
    children_left: usize,
    /// Bytes of the names from the root to the group.
    path: usize,
}

/// Checks the metadata of a file.
///
/// # Errors
///
/// Returns an error if the metadata are malformed, or the schema is nested too deep or has too many columns.
pub fn check(metadata: &[u8]) -> Result<(), Cause> {
    let mut thrift = Thrift::new(metadata);
    let elements = schema_length(&mut thrift).ok_or_else(contradictory_schema)?;
    let mut columns = 0;
    let mut paths = 0;
    let mut groups = vec![Group { children_left: 1, path: 0 }];
    for _ in 0..elements {
        while groups.pop_if(|group| group.children_left == 0).is_some() {}
        let group = groups.last_mut().ok_or_else(contradictory_schema)?;
        group.children_left -= 1;
        let (name, children) = element(&mut thrift).ok_or_else(contradictory_schema)?;
        let path = group.path + name + 1;
        if children > thrift.rest().len() {
            return Err(contradictory_schema());
        }
        if children > 0 {
            groups.push(Group { children_left: children, path });
        } else {
            (columns, paths) = (columns + 1, paths + path);
        }
        check_limits(groups.len(), columns, paths)?;
    }
    if groups.iter().any(|group| group.children_left > 0) {
        return Err(contradictory_schema());
    }
    thrift.rest_of_structure(SCHEMA, AFTER_SCHEMA, 0, &mut |_, _, _| {}).ok_or_else(contradictory_metadata)
}

fn contradictory_schema() -> Cause {
    Cause::Damaged("the schema contradicts itself".into())
}

fn contradictory_metadata() -> Cause {
    Cause::Damaged("the metadata contradict themselves".into())
}

fn check_limits(depth: usize, columns: usize, paths: usize) -> Result<(), Cause> {
    if depth > MAX_DEPTH {
        Err(Cause::Unsupported(format!("the columns are nested more than {MAX_DEPTH} deep")))
    } else if columns > MAX_COLUMNS {
        Err(Cause::Unsupported(format!("there are more than {MAX_COLUMNS} columns")))
    } else if paths > MAX_PATHS {
        Err(Cause::Unsupported(format!("the names of the columns have more than {MAX_PATHS} bytes")))
    } else {
        Ok(())
    }
}

/// Returns the number of elements of the schema, the first of which comes next.
fn schema_length(thrift: &mut Thrift<'_>) -> Option<usize> {
    thrift.field(0)?.filter(|(id, _)| *id == VERSION)?;
    thrift.integer()?;
    thrift.list_of_structs(SCHEMA, VERSION)
}

/// Reads an element of the schema: the length of its name, and the number of its children.
fn element(thrift: &mut Thrift<'_>) -> Option<(usize, usize)> {
    let mut name = 0;
    let mut children = 0;
    thrift.structure(ELEMENT, 0, &mut |parent, id, value| match (parent, id) {
        (0, NAME) => name = value,
        (0, CHILDREN) => children = value,
        _ => {}
    })?;
    // As the `parquet` crate reads it.
    let children = i32::try_from(children).ok()?;
    Some((usize::try_from(name).ok()?, usize::try_from(children).ok()?))
}
