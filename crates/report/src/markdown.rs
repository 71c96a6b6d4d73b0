//! Reports in Markdown, as GitHub reads it.

use crate::{Block, Figure, Report, Table};

/// The width of prose.
const COLUMNS: usize = 100;

pub(super) fn render(report: &Report) -> String {
    let mut text = format!("# {}\n\n", escape(&report.title));
    for (what, value) in report.provenance.lines() {
        text.push_str(&wrapped(&format!("{what}: {}", escape(&value)), "- "));
    }
    let mut plots = 0;
    for block in &report.blocks {
        text.push('\n');
        match block {
            Block::Heading(heading) => text.push_str(&format!("## {}\n", escape(heading))),
            Block::Paragraph(paragraph) => text.push_str(&wrapped(&escape(paragraph), "")),
            Block::List(points) => {
                points.iter().for_each(|point| text.push_str(&wrapped(&escape(point), "- ")));
            }
            Block::Table(table) => push_table(&mut text, table),
            Block::Figures(figures) => push_table(&mut text, &Figure::table(figures)),
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
    text
}

/// A paragraph or list item in lines of at most [`COLUMNS`] columns.
fn wrapped(text: &str, bullet: &str) -> String {
    let indent = " ".repeat(bullet.len());
    let (mut lines, mut line) = (String::new(), bullet.to_owned());
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let is_full = line.chars().count() + 1 + word.chars().count() > COLUMNS;
        if is_full && !is_empty && !starts_a_block(word) {
            lines.push_str(&line);
            lines.push('\n');
            line.clone_from(&indent);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines + &line + "\n"
}

/// Whether a line that begins with the word would begin a list or a quotation.
fn starts_a_block(word: &str) -> bool {
    let is_number = word.strip_suffix(['.', ')']).is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_number || matches!(word, "-" | "+" | "=") || word.starts_with("---")
}

/// The first column to the left, numbers to the right, texts to the left.
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

/// The columns that hold texts, which are aligned to the left; others hold numbers.
const TEXTS: [&str; 5] = ["verdict", "remark", "players", "claim", "found"];

impl Table {
    /// Whether a column holds texts.
    pub(super) fn is_text(&self, column: usize) -> bool {
        let is_named = |name: &String| TEXTS.contains(&name.as_str());
        column == 0 || self.header.get(column).is_some_and(is_named)
    }
}

/// A plain text, with the characters escaped that have a meaning in Markdown.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                escaped.extend(['\\', character]);
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
    use super::*;
    use crate::tests::sample;

    #[test]
    fn the_whole_document() {
        assert_eq!(
            sample().markdown(),
            "# A \\*sample\\*\n\n- command: quoridor reproduce sample --seed 7\n- seed: 7\n\
             - version: quoridor 0.1.0\n- machine: a machine\n\n## Numbers\n\nOne &amp; two.\n\n\
             - 1 \\| 2\n\n\
             |  | paper | here | 95 % interval | p | verdict | remark |\n\
             |---|---:|---:|---:|---:|---|---|\n\
             | states | 6,480 | 6,399 | exact | – | differs | not \\<both\\> |\n\n\
             ![a \\< b](sample-1.svg)\n"
        );
    }

    #[test]
    fn prose_is_wrapped_and_never_becomes_a_list() {
        let text = "word ".repeat(40);
        let item = wrapped(&text, "- ");
        assert!(item.lines().all(|line| line.len() <= 100) && item.lines().count() == 3);
        assert!(item.lines().skip(1).all(|line| line.starts_with("  word")));
        // The twentieth word would begin a line.
        let list = wrapped(&format!("{}2. {text}", "word ".repeat(20)), "");
        assert!(list.lines().all(|line| !line.starts_with("2.")), "{list}");
        assert_eq!(wrapped(" one  two ", ""), "one two\n");
    }
}
