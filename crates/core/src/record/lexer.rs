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
    /// How many bytes follow the last place up to which no closing brace was found: a comment that
    /// begins before it is not closed either. Without this, each of many open braces would search
    /// the same text.
    after_unclosed: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let after_last_brace = rest.rfind('}').map_or(rest.len(), |brace| rest.len() - brace - 1);
        let after_unclosed = rest.len();
        Self { rest, line: 1, at_line_start: true, after_last_brace, after_unclosed }
    }

    /// The line of the next token, counted from one.
    pub(super) fn line(&mut self) -> usize {
        self.skip_space();
        self.line
    }

    /// Looks at the next token without taking it.
    pub(super) fn peek(&mut self) -> Option<Token<'a>> {
        let mut ahead = self.clone();
        let token = ahead.next();
        self.after_unclosed = ahead.after_unclosed;
        token
    }

    /// Goes on at the next line that looks like the beginning of a game: a tag or, after a blank
    /// line or a result, the number of a first move. While the moves of the game at hand are still
    /// to come, only a tag after a blank line does.
    pub(super) fn skip_to_next_game(&mut self, moves_to_come: bool) {
        let next = lines_after(self.rest).find(|line| {
            let text = &self.rest[line.place..];
            if tag_pair(text).is_some() {
                return line.is_after_blank() || !moves_to_come;
            }
            !moves_to_come
                && text.starts_with("1.")
                && (line.is_after_blank() || line.is_after_result())
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
        let end = if self.rest.len() > self.after_unclosed {
            None
        } else {
            closing_brace(self.rest).map_err(|unclosed| self.after_unclosed = unclosed).ok()
        };
        let Some(end) = end else {
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
                        "after [ there must be a tag name and a value in quotes, like [South \
                         \"Ann\"]",
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
/// that was never closed: then, how many bytes follow the beginning of that tag.
fn closing_brace(text: &str) -> Result<usize, usize> {
    let mut searched = 0;
    for line in lines_after(text) {
        if let Some(brace) = text[searched..line.place].find('}') {
            return Ok(searched + brace);
        }
        if text[line.place..].starts_with('[')
            && line.is_after_blank()
            && tag_pair(&text[line.place..]).is_some()
        {
            return Err(text.len() - line.place);
        }
        searched = line.place;
    }
    text[searched..].find('}').map(|brace| searched + brace).ok_or(0)
}

/// The beginning of a line, and the line before it.
struct LineAfter<'a> {
    place: usize,
    before: &'a str,
    /// Whether all of the line before is there.
    before_is_whole: bool,
}

impl LineAfter<'_> {
    fn is_after_blank(&self) -> bool {
        self.before_is_whole && self.before.trim().is_empty()
    }

    /// Whether the line before ends with a result.
    fn is_after_result(&self) -> bool {
        self.before.split_whitespace().next_back().is_some_and(is_result)
    }
}

/// The lines of a text but the first, of which only the end may be there.
fn lines_after(text: &str) -> impl Iterator<Item = LineAfter<'_>> {
    let mut place = 0;
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    whole.enumerate().map(move |(number, before)| {
        place += before.len();
        LineAfter { place, before, before_is_whole: number > 0 }
    })
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
