//! The file of scored predictions: the rows of the corpus with the verdict of each prediction.

use std::{fs, sync::Arc};

use grid::Shape;

use super::{columns::Columns, grader::Graded, rows::Rows, verdict::Grade};
use corpus::{
    error::Result,
    layout::{ColumnType, Field, Schema, UniqueNames},
    writer::{Edit, OutputSpec, RowOutput},
};

pub struct ScoredRows {
    output: RowOutput,
    /// The number of columns of the corpus.
    own: usize,
    /// The names of the models, if there are several.
    models: Vec<String>,
    /// True if predictions of another file are written.
    with_prediction: bool,
    columns: Columns,
    shape: Shape,
}

impl ScoredRows {
    pub fn begin(spec: &OutputSpec, rows: &Rows<'_>, models: &[String]) -> Result<ScoredRows> {
        let schema = rows.base().schema();
        let with_prediction = !rows.is_own(0) || models.len() > 1;
        let with_model = models.len() > 1;
        let mut names = UniqueNames::default();
        names.extend(&schema.names);
        let texts = [("model", with_model), ("sample", true), ("prediction", with_prediction), ("verdict", true)];
        let counts = ["cells_right", "cells", "blanks_right", "blanks", "changed", "dup", "solutions"];
        let texts = texts.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name);
        let mut added: Vec<_> = texts.chain(counts).map(|name| (names.add(name), kind_of(name))).collect();
        added.push((names.add("label_wrong"), ColumnType::Boolean));
        let puzzle = rows.columns.puzzle.as_ref().map_or(0, |field| field.index);
        let solution = rows.columns.label.as_ref().map(|field| field.index);
        let schema = Arc::new(Schema { puzzle, solution, ..Schema::clone(schema) });
        let output = RowOutput::begin(spec, &schema, &Edit::Columns(added))?;
        let own = schema.names.len();
        Ok(ScoredRows {
            output,
            own,
            models: if with_model { models.to_vec() } else { Vec::new() },
            with_prediction,
            columns: rows.columns.clone(),
            shape: rows.shape,
        })
    }

    pub fn puzzle(&mut self, graded: &Graded) -> Result<()> {
        for (model, grades) in graded.grades.iter().enumerate() {
            let texts = graded.row.samples(model, &self.columns, self.shape);
            for (sample, grade) in grades.iter().enumerate() {
                let text = texts.get(sample).map_or("", |text| text);
                let fields = self.fields(graded, model, sample, text, grade);
                self.output.fields(&fields)?;
            }
        }
        Ok(())
    }

    fn fields<'f>(
        &self,
        graded: &'f Graded,
        model: usize,
        sample: usize,
        text: &'f str,
        grade: &Grade,
    ) -> Vec<Field<'f>> {
        let mut fields: Vec<Field<'f>> = graded.row.row.fields.iter().map(Field::from).collect();
        fields.resize(self.own, Field::from(&b""[..]));
        if let Some(name) = self.models.get(model) {
            fields.push(Field::from(name.as_bytes().to_vec()));
        }
        fields.push(number_field(sample + 1));
        if self.with_prediction {
            fields.push(Field::from(text.as_bytes()));
        }
        fields.push(Field::from(grade.verdict.name().as_bytes()));
        let has_label = graded.problem.label.is_some();
        let labelled = |count: u16| optional_field(Some(count).filter(|_| has_label));
        fields.extend([
            labelled(grade.cells_right),
            number_field(self.shape.cells()),
            labelled(grade.blanks_right),
            number_field(graded.problem.truth().blanks().into()),
            optional_field(grade.changed),
            optional_field(grade.dup),
            optional_field(graded.problem.found.as_ref().and_then(|found| Some(found.count()? as u16))),
        ]);
        fields.push(Field::from(if graded.problem.label_wrong { &b"true"[..] } else { b"false" }));
        fields
    }

    /// Ends the file, and gives it its name if it is complete; otherwise removes it.
    pub fn close(self, complete: bool) -> Result<()> {
        let (part, closed) = self.output.close(complete);
        // Scores of a part of the rows are of no use.
        part.into_iter().for_each(|part| drop(fs::remove_file(part)));
        closed
    }
}

fn kind_of(name: &str) -> ColumnType {
    match name {
        "model" | "prediction" | "verdict" => ColumnType::Text,
        _ => ColumnType::Unsigned,
    }
}

fn number_field(number: usize) -> Field<'static> {
    Field::from(itoa::Buffer::new().format(number).as_bytes().to_vec())
}

fn optional_field(count: Option<u16>) -> Field<'static> {
    count.map_or(Field::from(&b""[..]), |count| number_field(count.into()))
}
