//! Reports in Markdown, as GitHub reads it.

use crate::{Block, Comparison, Report, Table};

pub(super) fn render(report: &Report) -> String {
    let mut text = format!("# {}\n", escape(&report.title));
    let mut plots = 0;
    for block in &report.blocks {
        text.push('\n');
        match block {
            Block::Heading(heading) => text.push_str(&format!("## {}\n", escape(heading))),
            Block::Paragraph(paragraph) => text.push_str(&format!("{}\n", escape(paragraph))),
            Block::List(points) => {
                points.iter().for_each(|point| text.push_str(&format!("- {}\n", escape(point))))
            }
            Block::Table(table) => push_table(&mut text, table),
            Block::Comparisons(comparisons) => {
                push_table(&mut text, &Comparison::table(comparisons))
            }
            Block::Plot(plot) => {
                plots += 1;
                text.push_str(&format!(
                    "![{}]({})\n",
                    escape(&plot.title),
                    report.plot_name(plots)
                ));
            }
        }
    }
    text.push_str("\n## How this was made\n\n");
    for (what, value) in report.provenance.lines() {
        text.push_str(&format!("- {what}: {}\n", escape(&value)));
    }
    text
}

/// The first column to the left, numbers to the right, remarks to the left.
fn push_table(text: &mut String, table: &Table) {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text.push_str(&row(&table.header));
    let rule =
        (0..table.header.len()).map(|column| if table.is_text(column) { "---" } else { "---:" });
    text.push_str(&format!("|{}|\n", rule.collect::<Vec<_>>().join("|")));
    table.rows.iter().for_each(|cells| text.push_str(&row(cells)));
}

impl Table {
    /// Whether a column holds texts, which stand to the left, and not numbers.
    pub(super) fn is_text(&self, column: usize) -> bool {
        column == 0
            || self
                .header
                .get(column)
                .is_some_and(|name| matches!(name.as_str(), "remark" | "players"))
    }
}

/// A plain text with what Markdown would take for something else escaped.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                escaped.extend(['\\', character])
            }
            '&' => escaped.push_str("&amp;"),
            '\n' | '\r' => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use crate::tests::sample;

    #[test]
    fn the_whole_document() {
        assert_eq!(
            sample().markdown(),
            "# A \\*sample\\*\n\n## Numbers\n\nOne &amp; two.\n\n- 1 \\| 2\n\n\
             |  | paper | here | 95 % interval | remark |\n|---|---:|---:|---:|---|\n\
             | states | 6,480 | 6,399 | exact | not \\<both\\> |\n\n![a \\< b](sample-1.svg)\n\n\
             ## How this was made\n\n- command: quoridor reproduce sample --seed 7\n- seed: 7\n\
             - version: quoridor 0.1.0\n- machine: a machine\n"
        );
    }
}
