//! The file of scored predictions: the rows of the corpus with the verdict of each prediction.

use std::{fs, sync::Arc};

use grid::Shape;

use super::{
    answer::Answer,
    columns::Columns,
    extract::Extract,
    grader::Graded,
    rows::Rows,
    scored_prediction::{ScoredPrediction, scored_columns},
};
use corpus::{
    error::Result,
    layout::{ColumnSpec, ColumnType, Field, Schema, UniqueNames, Value},
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
    with_step: bool,
    /// The rules, if the answer is not the whole text.
    extract: Option<Extract>,
    columns: Columns,
    scored: Vec<ColumnSpec<ScoredPrediction>>,
    shape: Shape,
}

impl ScoredRows {
    pub fn begin(spec: &OutputSpec, rows: &Rows<'_>, models: &[String], extract: &Extract) -> Result<ScoredRows> {
        let with_step = rows.has_steps && (!rows.is_own || models.len() > 1);
        let schema = rows.base.schema();
        let with_prediction = !rows.is_own || models.len() > 1;
        let with_model = models.len() > 1;
        let extract = Some(extract.clone()).filter(|extract| !extract.is_whole_text());
        let mut names = UniqueNames::default();
        names.extend(&schema.names);
        let own_columns = [
            ("model", ColumnType::Text, with_model),
            ("sample", ColumnType::Unsigned, true),
            ("step", ColumnType::Unsigned, with_step),
            ("prediction", ColumnType::Text, with_prediction),
            ("extracted", ColumnType::Text, extract.is_some()),
        ];
        let own_columns = own_columns.into_iter().filter(|(.., is_there)| *is_there);
        let own_columns = own_columns.map(|(name, column_type, _)| (name.to_string(), column_type));
        let scored = scored_columns();
        let added = own_columns.chain(ColumnSpec::names_and_types(&scored));
        let added = added.map(|(name, column_type)| (names.add(&name), column_type)).collect();
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
            with_step,
            extract,
            columns: rows.columns.clone(),
            scored,
            shape: rows.notation.shape,
        })
    }

    pub fn puzzle(&mut self, graded: &Graded) -> Result<()> {
        for (model, grades) in graded.grades.iter().enumerate() {
            let answers = graded.row.answers(model, &self.columns, self.shape);
            let missing = Answer::default();
            for (sample, grade) in grades.iter().enumerate() {
                let scored = ScoredPrediction::new(&graded.problem, *grade);
                let mut fields = self.fields(graded, model, sample, answers.get(sample).unwrap_or(&missing));
                fields.extend(ColumnSpec::fields(&self.scored, &scored));
                self.output.fields(&fields)?;
            }
        }
        Ok(())
    }

    /// Returns the fields before the verdict.
    fn fields<'f>(&self, graded: &'f Graded, model: usize, sample: usize, answer: &'f Answer<'_>) -> Vec<Field<'f>> {
        let text = &*answer.text;
        let row = answer.place.as_ref().and_then(|place| place.fields.as_ref()).unwrap_or(&graded.row.row.fields);
        let mut fields: Vec<Field<'f>> = row.iter().map(Field::from).collect();
        fields.resize(self.own, Field::from(&b""[..]));
        if let Some(name) = self.models.get(model) {
            fields.push(Field::from(name.as_bytes().to_vec()));
        }
        fields.push(Value::from(answer.sample().unwrap_or(sample as u64 + 1)).into());
        if self.with_step {
            fields.push(Value::from(answer.step()).into());
        }
        if self.with_prediction {
            fields.push(Field::from(text.as_bytes()));
        }
        if let Some(extract) = &self.extract {
            let extracted = extract.extract(text, &answer.problem(&graded.problem).question()).unwrap_or_default();
            fields.push(Field::from(extracted.as_bytes()));
        }
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
