//! The panels beside the board: the players, the moves so far, and the computer's thoughts.

use quoridor_core::Move;
use quoridor_engine::{Decision, RootMove, Term};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Widget, Wrap};

use super::look;
use super::text::{cut, in_words, number, width};
use crate::opponents::shown;
use crate::state::{Table, Thoughts};
use crate::text::clean;

pub(super) fn players(table: &Table, area: Rect, buffer: &mut Buffer) {
    let session = &table.session;
    let position = session.position();
    let is_over = session.is_over();
    let turn = session.game().moves().len() / position.seats().count() + 1;
    let title = match session.verdict() {
        Some(verdict) => format!(" {verdict} "),
        None => format!(" Turn {turn}: {} to move ", position.turn()),
    };
    let inside = panel(&cut(&title, usize::from(area.width).saturating_sub(2)), area, buffer);
    let room = usize::from(inside.width);
    let mut lines = vec![Line::styled(format!("{:>room$}", "walls  steps"), look::FAINT)];
    for (player, occupant) in session.occupants().iter() {
        let marker = if !is_over && player == position.turn() { "▶ " } else { "  " };
        let mut name = shown(occupant);
        if let Some(left) = table.time_left(player) {
            name = format!("{}:{:02} {name}", left.as_secs() / 60, left.as_secs() % 60);
        }
        if session.is_out(player) {
            name = format!("out: {name}");
        }
        let name = cut(&name, room.saturating_sub(8 + 13));
        let numbers =
            format!("{:>5}  {:>5}", position.walls_left(player), position.distance(player));
        let gap = room.saturating_sub(8 + width(&name) + numbers.len());
        lines.push(Line::from(vec![
            Span::styled(
                format!("{marker}{player:<6}"),
                look::of_player(player).patch(look::STRONG),
            ),
            Span::raw(format!("{name}{}{numbers}", " ".repeat(gap))),
        ]));
    }
    let legal = position.legal_moves();
    let options = match (is_over, legal.pass) {
        (true, _) => "undo, menu or quit".to_owned(),
        (false, true) => "options: pass".to_owned(),
        (false, false) => format!("options: {}, {} walls", legal.steps, legal.walls.len()),
    };
    lines.push(Line::styled(cut(&options, room), look::FAINT));
    let comment = clean(session.comment());
    if !comment.is_empty() {
        lines.push(Line::raw(comment));
    }
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(inside, buffer);
}

pub(super) fn history(table: &Table, area: Rect, buffer: &mut Buffer) {
    let inside = panel(" Moves ", area, buffer);
    let game = table.session.game();
    let seats = game.start().seats();
    let first = seats.place(game.start().turn()).unwrap_or(0);
    let mut turns: Vec<String> = Vec::new();
    for (ply, mv) in game.moves().iter().enumerate() {
        if ply == 0 || (first + ply).is_multiple_of(seats.count()) {
            turns.push(format!("{:>3}.", (first + ply) / seats.count() + 1));
        }
        if ply == 0 {
            turns[0].push_str(&" …    ".repeat(first));
        }
        if let Some(turn) = turns.last_mut() {
            turn.push_str(&format!(" {:<4}", mv.to_string()));
        }
    }
    // Column after column, as many as fit beside each other.
    let width = 4 + 5 * seats.count() + 2;
    let (rows, columns) = (usize::from(inside.height), (usize::from(inside.width) / width).max(1));
    let room = rows * columns;
    let end = turns.len() - table.scroll.min(turns.len().saturating_sub(room));
    let begin = end.saturating_sub(room);
    for (place, turn) in turns[begin..end].iter().enumerate() {
        let style = if begin + place + 1 == turns.len() { look::STRONG } else { look::FAINT };
        let (x, y) = (inside.x + (place / rows * width) as u16, inside.y + (place % rows) as u16);
        buffer.set_stringn(x, y, turn, usize::from(inside.right() - x), style);
    }
}

pub(super) fn engine(table: &Table, area: Rect, buffer: &mut Buffer) {
    let thoughts =
        table.thinking.as_ref().map(|thinking| &thinking.thoughts).or(table.thoughts.as_ref());
    let Some(thoughts) = thoughts else {
        let inside = panel(" Computer ", area, buffer);
        let text = "The computer's thoughts are shown here. Type hint to ask the champion.";
        Paragraph::new(text).style(look::FAINT).wrap(Wrap { trim: true }).render(inside, buffer);
        return;
    };
    let title = format!(" {}: {} ", thoughts.player, thoughts.name);
    let inside = panel(&cut(&title, usize::from(area.width).saturating_sub(2)), area, buffer);
    let room = usize::from(inside.width);
    let mut lines = match (&table.thinking, &thoughts.decided) {
        (Some(thinking), _) => {
            let seconds = thinking.elapsed.as_secs_f64();
            let mut lines = vec![Line::styled(
                format!("thinking, {seconds:.1} s (Esc: play now)"),
                look::STRONG,
            )];
            if let Some(progress) = &thinking.progress {
                lines.push(Line::raw(format!(
                    "{}  depth {}  {} nodes",
                    progress.value,
                    progress.depth,
                    number(progress.nodes)
                )));
                lines.push(Line::raw(cut(&in_words(&progress.line), room)));
            }
            lines
        }
        (None, Some((decision, thought))) => decided(decision, thought.time.as_secs_f64(), room),
        (None, None) => Vec::new(),
    };
    let rows = usize::from(inside.height).saturating_sub(lines.len());
    lines.extend(table_of(thoughts, rows));
    Paragraph::new(lines).render(inside, buffer);
}

fn decided(decision: &Decision, seconds: f64, room: usize) -> Vec<Line<'static>> {
    let value = decision.value.map_or_else(|| "no opinion".to_owned(), |value| value.to_string());
    let mut lines =
        vec![Line::styled(format!("{} in {seconds:.2} s, {value}", decision.mv), look::STRONG)];
    if decision.nodes > 0 {
        lines.push(Line::raw(format!(
            "depth {}  {} nodes",
            decision.depth,
            number(decision.nodes)
        )));
    }
    if decision.line.len() > 1 {
        lines.push(Line::raw(cut(&in_words(&decision.line), room)));
    }
    lines
}

/// The moves that the player compared, or what its evaluation is made of: as many rows as there is
/// room for.
fn table_of(thoughts: &Thoughts, rows: usize) -> Vec<Line<'static>> {
    let root = thoughts.decided.as_ref().map_or(&[][..], |(decision, _)| decision.root.as_slice());
    if rows < 2 {
        return Vec::new();
    }
    if !root.is_empty() {
        let head = Line::styled("move    visits       value   prior", look::FAINT);
        return [head].into_iter().chain(root.iter().take(rows - 1).map(row_of_root)).collect();
    }
    if thoughts.terms.is_empty() {
        return Vec::new();
    }
    let count = thoughts.terms.len();
    let shown = count.min(rows - 1);
    let all = if shown < count { format!("sum of all {count}") } else { "sum".to_owned() };
    let sum: f64 = thoughts.terms.iter().map(Term::product).sum();
    let sum = Line::styled(format!("{all:<26} = {sum:>7.3}"), look::STRONG);
    thoughts.terms[..shown].iter().map(row_of_term).chain([sum]).collect()
}

fn row_of_root(root: &RootMove) -> Line<'static> {
    let RootMove { mv, visits, value, prior } = root;
    Line::raw(format!(
        "{:<4}  {visits:>8}  {:>10}  {prior:>6.3}",
        mv.to_string(),
        value.to_string()
    ))
}

fn row_of_term(term: &Term) -> Line<'static> {
    let Term { feature, value, weight } = term;
    Line::raw(format!(
        "{:<10}{value:>7.3} × {weight:>6.3} = {:>7.3}",
        cut(feature, 10),
        term.product()
    ))
}

/// Draws a frame with a title, and says what is inside.
fn panel(title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
    let block = Block::bordered()
        .border_style(look::FRAME)
        .title(Span::styled(title.to_owned(), look::TITLE));
    let inside = block.inner(area);
    block.render(area, buffer);
    inside
}

/// The last move, for the title of the screen.
pub(super) fn last_move(table: &Table) -> Option<(quoridor_core::Player, Move)> {
    let game = table.session.game();
    let before = game.positions().iter().rev().nth(1)?;
    Some((before.turn(), *game.moves().last()?))
}
