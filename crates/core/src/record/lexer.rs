//! Words of a record.

use super::result::is_result;

/// A piece of a record's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value still with its backslashes.
    Tag { name: &'a str, value: &'a str },
    /// `{…}`, or `;` and the rest of the line.
    Comment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$5`, or `!?` as 5.
    Nag(u8),
    /// A move, a number or a result.
    Word(&'a str),
    /// Text that is none of these, and why.
    Bad(&'static str),
}

/// The tokens of a text, with their lines.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
    /// How many bytes follow the last closing brace of the text: a comment that begins among them
    /// is never closed.
    after_last_brace: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let after_last_brace = rest.rfind('}').map_or(rest.len(), |brace| rest.len() - brace - 1);
        Self { rest, line: 1, at_line_start: true, after_last_brace }
    }

    /// The line of the next token, counted from one.
    pub(super) fn line(&mut self) -> usize {
        self.skip_space();
        self.line
    }

    /// Looks at the next token without taking it.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next()
    }

    /// Goes on at the next line that looks like the beginning of a game: a tag or, after a blank
    /// line or a result, the number of a first move. While the moves of the game at hand are still
    /// to come, only a tag after a blank line does.
    pub(super) fn skip_to_next_game(&mut self, moves_to_come: bool) {
        let next =
            lines_after(self.rest).find(|&LineAfter { place, is_after_blank, is_after_result }| {
                let text = &self.rest[place..];
                if tag_pair(text).is_some() {
                    return is_after_blank || !moves_to_come;
                }
                !moves_to_come && (is_after_blank || is_after_result) && text.starts_with("1.")
            });
        self.take(next.map_or(self.rest.len(), |next| next.place));
    }

    /// Whether nothing but comments comes.
    pub(super) fn has_only_comments(&self) -> bool {
        self.clone().all(|token| matches!(token, Token::Comment(_)))
    }

    /// Whether a tag, good or bad, comes next.
    pub(super) fn at_tag(&mut self) -> bool {
        self.skip_space();
        self.rest.starts_with('[')
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        if !taken.is_empty() {
            self.at_line_start = taken.ends_with('\n');
        }
        self.rest = rest;
        taken
    }

    /// Skips space, and lines that begin with `%`, which PGN leaves to other programs.
    fn skip_space(&mut self) {
        loop {
            let line = |text: &str| text.find('\n').map_or(text.len(), |end| end + 1);
            let skipped = if self.at_line_start && self.rest.starts_with('%') {
                line(self.rest)
            } else {
                // Line by line, so that a `%` after a line break is seen.
                let ends = |c: char| !c.is_whitespace() || c == '\n';
                let space = self.rest.find(ends).unwrap_or(self.rest.len());
                space + usize::from(self.rest[space..].starts_with('\n'))
            };
            if skipped == 0 {
                return;
            }
            self.take(skipped);
        }
    }

    fn comment(&mut self) -> Token<'a> {
        if self.rest.len() <= self.after_last_brace {
            return Token::Bad("a comment begins with { but never ends with }");
        }
        let Some(end) = closing_brace(self.rest) else {
            return Token::Bad(
                "a comment begins with { but does not end with } before the next game",
            );
        };
        let comment = self.take(end + 1);
        Token::Comment(&comment[1..end])
    }

    fn line_comment(&mut self) -> Token<'a> {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let comment = self.take(end);
        Token::Comment(comment[1..].trim_end_matches('\r'))
    }

    fn nag(&mut self) -> Token<'a> {
        let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest[1..=digits].parse();
        self.take(digits + 1);
        number.map_or(Token::Bad("after $ there must be a number 0-255"), Token::Nag)
    }

    fn glyphs(&mut self) -> Token<'a> {
        let glyphs = self.rest.bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        match self.take(glyphs) {
            "!" => Token::Nag(1),
            "?" => Token::Nag(2),
            "!!" => Token::Nag(3),
            "??" => Token::Nag(4),
            "!?" => Token::Nag(5),
            "?!" => Token::Nag(6),
            _ => Token::Bad("a move is judged by one of ! ? !! ?? !? ?!"),
        }
    }

    fn word(&mut self) -> Token<'a> {
        let ends = |c: char| c.is_whitespace() || "[]{}();$!?*\"".contains(c);
        let end = if self.rest.starts_with('*') {
            1
        } else {
            self.rest.find(ends).unwrap_or(self.rest.len())
        };
        if end > 0 {
            return Token::Word(self.take(end));
        }
        let stray = self.rest.chars().next().map_or(0, char::len_utf8);
        self.take(stray);
        Token::Bad("a stray character")
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let first = *self.rest.as_bytes().first()?;
        Some(match first {
            b'[' => match tag_pair(self.rest) {
                Some((name, value, len)) => {
                    self.take(len);
                    Token::Tag { name, value }
                }
                None => {
                    self.take(1);
                    Token::Bad(
                        "after [ there must be a tag name and a value in quotes, like [South \"Ann\"]",
                    )
                }
            },
            b'{' => self.comment(),
            b';' => self.line_comment(),
            b'(' => {
                self.take(1);
                Token::Open
            }
            b')' => {
                self.take(1);
                Token::Close
            }
            b'$' => self.nag(),
            b'!' | b'?' => self.glyphs(),
            _ => self.word(),
        })
    }
}

/// Where the first closing brace is. A comment that runs over the first tag of another game is one
/// that was never closed.
fn closing_brace(text: &str) -> Option<usize> {
    let mut searched = 0;
    for LineAfter { place, is_after_blank, .. } in lines_after(text) {
        if let Some(brace) = text[searched..place].find('}') {
            return Some(searched + brace);
        }
        if is_after_blank && tag_pair(&text[place..]).is_some() {
            return None;
        }
        searched = place;
    }
    text[searched..].find('}').map(|brace| searched + brace)
}

/// The beginning of a line, and what is before it.
struct LineAfter {
    place: usize,
    is_after_blank: bool,
    /// Whether the line before ends with a result.
    is_after_result: bool,
}

/// The lines of a text but the first, of which only the end may be there.
fn lines_after(text: &str) -> impl Iterator<Item = LineAfter> + '_ {
    let mut place = 0;
    text.split_inclusive('\n').enumerate().filter(|(_, line)| line.ends_with('\n')).map(
        move |(number, line)| {
            place += line.len();
            let last_word = line.split_whitespace().next_back();
            LineAfter {
                place,
                is_after_blank: number > 0 && last_word.is_none(),
                is_after_result: last_word.is_some_and(is_result),
            }
        },
    )
}

/// Name, value and length of a tag pair that begins a text.
fn tag_pair(text: &str) -> Option<(&str, &str, usize)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name_len =
        inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inside.len());
    let (name, rest) = inside.split_at(name_len);
    if !is_tag_name(name) {
        return None;
    }
    let value_and_rest = rest.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    let value_len = value_and_rest.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    let (value, rest) = value_and_rest.split_at(value_len);
    let rest = rest[1..].trim_start().strip_prefix(']')?;
    (!value.contains(['\n', '\r'])).then_some((name, value, text.len() - rest.len()))
}

/// A letter, then letters, digits and underscores.
pub(super) fn is_tag_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
