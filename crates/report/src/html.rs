//! Reports as one self-contained HTML file.

use crate::{Block, Figure, Report, Table};

const STYLE: &str = "\
                     :root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; }
body { padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8886; padding: 0.25rem 0.5rem; text-align: right; }
th, td { vertical-align: top; white-space: nowrap; }
th { border-bottom-width: 2px; }
.text { text-align: left; white-space: normal; }
svg { max-width: 100%; height: auto; border-radius: 0.5rem; }
figure { margin: 1.5rem 0; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem 1rem; }
";

pub(super) fn render(report: &Report) -> String {
    let title = escape(&report.title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    text.push_str("<dl>\n");
    for (what, value) in report.provenance.lines() {
        text.push_str(&format!("<dt>{what}</dt><dd>{}</dd>\n", escape(&value)));
    }
    text.push_str("</dl>\n");
    for block in &report.blocks {
        match block {
            Block::Heading(heading) => text.push_str(&format!("<h2>{}</h2>\n", escape(heading))),
            Block::Paragraph(paragraph) => {
                text.push_str(&format!("<p>{}</p>\n", escape(paragraph)));
            }
            Block::List(points) => {
                text.push_str("<ul>\n");
                points
                    .iter()
                    .for_each(|point| text.push_str(&format!("<li>{}</li>\n", escape(point))));
                text.push_str("</ul>\n");
            }
            Block::Table(table) => push_table(&mut text, table),
            Block::Figures(figures) => push_table(&mut text, &Figure::table(figures)),
            Block::Plot(plot) => text.push_str(&format!("<figure>\n{}</figure>\n", plot.svg())),
        }
    }
    text.push_str("</body>\n</html>\n");
    text
}

fn push_table(text: &mut String, table: &Table) {
    let row = |tag: &str, cells: &[String]| {
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            let class = if table.is_text(column) { " class=\"text\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", escape(cell))
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    text.push_str("<div class=\"wide\"><table>\n<thead>");
    text.push_str(&row("th", &table.header));
    text.push_str("</thead>\n<tbody>\n");
    table.rows.iter().for_each(|cells| text.push_str(&row("td", cells)));
    text.push_str("</tbody>\n</table></div>\n");
}

/// A plain text, with the characters escaped that have a meaning in HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use crate::tests::sample;

    #[test]
    fn it_needs_nothing_else_and_escapes() {
        let html = sample().html();
        assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
        assert!(html.contains(
            "<td>6,480</td><td>6,399</td><td>exact</td><td>–</td><td class=\"text\">differs</td>\
             <td class=\"text\">not &lt;both&gt;</td>"
        ));
        assert!(
            html.contains("<svg ") && html.contains("a &lt; b") && html.contains("One &amp; two.")
        );
        assert!(!html.contains("src=") && !html.contains("href="));
        // Every tag that is opened is closed.
        for tag in [
            "table", "tr", "td", "th", "ul", "li", "svg", "figure", "dl", "h2", "p", "div", "text",
            "g",
        ] {
            let opened = html.matches(&format!("<{tag} ")).count()
                + html.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
