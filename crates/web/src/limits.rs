//! Every limit of the server, in one place.
//!
//! [docs/security.md](../../../docs/security.md) lists them with the tests that enforce them; a
//! test compares the page with [`ServerLimits::table`].

use std::time::Duration;

use quoridor_service::routes::texts::TextLimits;

use crate::rate::Rate;

/// The limits of a server. The defaults serve a home network as well as the public internet; tests
/// lower them.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The most connections at a time. Further ones wait until one ends.
    pub connections: usize,
    /// The most connections of one address, which also gets no more than a quarter of those that
    /// are left. Further ones are closed.
    pub connections_per_address: usize,
    /// How long the headers of a request may take; silent connections end then too.
    pub header_time: Duration,
    /// The largest headers, in bytes.
    pub header_bytes: usize,
    /// How long a request may take, its body and its answer included.
    pub request_time: Duration,
    /// The largest file of games, in bytes.
    pub import_bytes: usize,
    /// The largest of all other bodies, in bytes.
    pub body_bytes: usize,
    /// The most games of a file that one answer shows.
    pub games_shown: usize,
    /// An answer has no further game once it has this many moves.
    pub moves_shown: usize,
    /// The most bad games of a file that one answer names.
    pub problems_shown: usize,
    /// The most games that one request adds to the store.
    pub games_kept: usize,
    /// The most moves of a game in a file, variations included.
    pub game_moves: usize,
    /// The longest comment of a game that is added to the store, in letters.
    pub comment_letters: usize,
    /// Files of games that are read at the same time.
    pub imports: usize,
    /// The most files of one address that are read or wait.
    pub imports_per_address: u64,
    /// The most moves that are written to the store at once: other games wait for them.
    pub moves_written: usize,
    /// The most games in memory: those that somebody asked for lately.
    pub games: usize,
    /// The largest message of a WebSocket, in bytes.
    pub message_bytes: usize,
    /// The bytes that may arrive without completing a message: fragments have a limit too.
    pub unfinished_bytes: u64,
    /// Messages of one WebSocket.
    pub messages: Rate,
    /// The messages that wait for a client that does not read.
    pub outbox: usize,
    /// The bytes that wait in the buffer of its connection.
    pub backlog_bytes: usize,
    /// How often a silent client is asked whether it is there.
    pub ping: Duration,
    /// The silence after which it is gone.
    pub silence: Duration,
    /// How long a client may take to accept one message, or [`send_bytes`](Self::send_bytes) of an
    /// answer.
    pub send_time: Duration,
    /// The least that a client takes of an answer in [`send_time`](Self::send_time), in bytes.
    pub send_bytes: usize,
    /// Bodies of requests and answers that are under way, in bytes.
    pub bytes: u64,
    /// Those of one address.
    pub bytes_per_address: u64,
    /// How long a client may take to say which seat it has.
    pub introduction: Duration,
    /// How long an analysis socket may stay open without a question.
    pub idle: Duration,
    /// The questions of one analysis socket that are not answered.
    pub questions: usize,
    /// The analyses of all clients that wait.
    pub analyses: usize,
    /// The analyses of one address that wait.
    pub analyses_per_address: usize,
    /// The longest analysis.
    pub analysis_time: Duration,
    /// How long an analysis may go on while others wait.
    pub analysis_slice: Duration,
    /// How long a computer player may think about a move while another address waits for one.
    pub contested_move_time: Duration,
    /// The largest table of one player, in MiB.
    pub table_mib: u64,
    /// The share of the memory for tables that one address may have.
    pub memory_share: f64,
    /// The threads that read the store.
    pub readers: usize,
    /// The longest search in the store.
    pub query_time: Duration,
    /// The searches of one address that wait.
    pub queries_per_address: usize,
    /// Requests of one address.
    pub requests: Rate,
    /// Games that one address begins.
    pub new_games: Rate,
    /// Files of games that one address sends.
    pub new_imports: Rate,
    /// Further pages of those files.
    pub new_pages: Rate,
    /// WebSockets that one address opens.
    pub new_sockets: Rate,
    /// Questions to analysts, and hints, of one address.
    pub new_questions: Rate,
    /// Searches in the store of one address.
    pub searches: Rate,
    /// The least space on the disk with which the server is healthy, in bytes.
    pub disk_bytes: u64,
    /// The longest that the store may take to answer the health check.
    pub store_time: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        let texts = TextLimits::default();
        Self {
            connections: 2000,
            connections_per_address: 400,
            header_time: seconds(10),
            header_bytes: 32 << 10,
            request_time: seconds(30),
            import_bytes: 1 << 20,
            body_bytes: 64 << 10,
            games_shown: texts.games_shown,
            moves_shown: texts.moves_shown,
            problems_shown: texts.problems_shown,
            games_kept: texts.games_kept,
            game_moves: texts.game_moves,
            comment_letters: texts.comment_letters,
            imports: 1,
            imports_per_address: 4,
            moves_written: texts.moves_written,
            games: 10_000,
            message_bytes: 8 << 10,
            unfinished_bytes: 256 << 10,
            messages: Rate::new(100.0, 40.0),
            outbox: 128,
            backlog_bytes: 1 << 20,
            ping: seconds(15),
            silence: seconds(45),
            send_time: seconds(10),
            send_bytes: 64 << 10,
            bytes: 256 << 20,
            bytes_per_address: 32 << 20,
            introduction: seconds(10),
            idle: seconds(600),
            questions: 8,
            analyses: 512,
            analyses_per_address: 64,
            analysis_time: seconds(600),
            analysis_slice: Duration::from_millis(500),
            contested_move_time: seconds(2),
            table_mib: 256,
            memory_share: 0.5,
            readers: 4,
            query_time: seconds(2),
            queries_per_address: 64,
            // A page asks about every wall that the mouse passes, so this is generous.
            requests: Rate::new(1000.0, 300.0),
            new_games: Rate::new(20.0, 0.2),
            new_imports: Rate::new(10.0, 0.2),
            new_pages: Rate::new(60.0, 1.0),
            new_sockets: Rate::new(60.0, 2.0),
            new_questions: Rate::new(60.0, 2.0),
            searches: Rate::new(60.0, 5.0),
            disk_bytes: 64 << 20,
            store_time: seconds(5),
        }
    }
}

/// A line of the table in docs/security.md.
#[derive(Clone, Debug)]
pub struct LimitRow {
    /// The limited resource.
    pub limit: &'static str,
    /// Its value.
    pub value: String,
    /// The test that enforces it.
    pub test: &'static str,
}

impl ServerLimits {
    /// The limits of texts with games.
    pub(crate) const fn texts(&self) -> TextLimits {
        TextLimits {
            games_shown: self.games_shown,
            moves_shown: self.moves_shown,
            problems_shown: self.problems_shown,
            games_kept: self.games_kept,
            game_moves: self.game_moves,
            comment_letters: self.comment_letters,
            moves_written: self.moves_written,
        }
    }

    /// Every limit with its value and the test that enforces it.
    pub fn table(&self) -> Vec<LimitRow> {
        let row = |limit, value: String, test| LimitRow { limit, value, test };
        let time = |time: Duration| match time.as_millis() {
            short if short < 1000 => format!("{short} ms"),
            long => format!("{} s", long / 1000),
        };
        let size = |bytes: usize| match bytes {
            large if large >= 1 << 20 => format!("{} MiB", large >> 20),
            small => format!("{} KiB", small >> 10),
        };
        let each = |count: usize, of: &str| format!("{count} {of}");
        vec![
            row("connections", each(self.connections, "in all"), "connections_have_a_limit_in_all"),
            row(
                "connections of one address",
                format!("{}, and a quarter of those that are left", self.connections_per_address),
                "one_address_cannot_take_all_connections",
            ),
            row(
                "bodies of requests and answers under way",
                format!(
                    "{}, {} of one address",
                    size(self.bytes as usize),
                    size(self.bytes_per_address as usize)
                ),
                "answers_that_nobody_reads_have_a_limit",
            ),
            row(
                "speed of a client that has an answer waiting",
                format!("{} in {}", size(self.send_bytes), time(self.send_time)),
                "a_client_that_does_not_read_its_answers_is_disconnected",
            ),
            row("headers", size(self.header_bytes), "headers_have_a_limit"),
            row(
                "time for headers, and of a silent connection",
                time(self.header_time),
                "silent_sockets_are_closed_and_hinder_nobody",
            ),
            row("time of a request", time(self.request_time), "a_request_that_takes_too_long"),
            row("body of a request", size(self.body_bytes), "bodies_have_a_limit"),
            row("file of games", size(self.import_bytes), "bodies_have_a_limit"),
            row(
                "games of a file in one answer",
                each(self.games_shown, "games") + &format!(", {} moves", self.moves_shown),
                "answers_to_imports_have_pages",
            ),
            row(
                "bad games named in one answer",
                self.problems_shown.to_string(),
                "answers_to_imports_have_pages",
            ),
            row(
                "games of a file that one request stores",
                self.games_kept.to_string(),
                "a_request_stores_only_so_many_games",
            ),
            row(
                "moves of one game in a file",
                self.game_moves.to_string(),
                "games_of_files_have_a_length",
            ),
            row(
                "comment of a game that is stored",
                each(self.comment_letters, "letters"),
                "names_and_comments_have_a_length",
            ),
            row(
                "files read at the same time",
                format!("{}, {} of one address waiting", self.imports, self.imports_per_address),
                "imports_of_one_address_wait_in_a_short_queue",
            ),
            row(
                "moves of an import written at once",
                self.moves_written.to_string(),
                "an_import_lets_moves_through",
            ),
            row("games in memory", self.games.to_string(), "games_in_memory_have_a_limit"),
            row("message of a WebSocket", size(self.message_bytes), "frames_have_a_limit"),
            row(
                "bytes without a complete message",
                size(self.unfinished_bytes as usize),
                "empty_fragments_are_cut_off",
            ),
            row(
                "messages of a WebSocket",
                self.messages.to_string(),
                "a_client_that_sends_too_much_is_disconnected",
            ),
            row(
                "messages that wait for a slow client",
                each(self.outbox, "messages") + &format!(", {}", size(self.backlog_bytes)),
                "a_client_that_does_not_read_is_disconnected",
            ),
            row(
                "silence of a WebSocket",
                time(self.silence),
                "a_socket_that_does_not_answer_pings_is_closed",
            ),
            row(
                "time to join a game",
                time(self.introduction),
                "who_does_not_join_is_disconnected",
            ),
            row(
                "analysis socket without a question",
                time(self.idle),
                "idle_analysis_sockets_are_closed",
            ),
            row(
                "open questions of one socket",
                self.questions.to_string(),
                "questions_that_are_open_have_a_limit",
            ),
            row(
                "analyses that wait",
                format!("{}, {} of one address", self.analyses, self.analyses_per_address),
                "an_address_cannot_fill_the_queue",
            ),
            row("time of an analysis", time(self.analysis_time), "limits_of_questions_are_checked"),
            row(
                "time slice of an analysis while others wait",
                time(self.analysis_slice),
                "addresses_take_turns",
            ),
            row(
                "time of a computer's move while another address waits",
                time(self.contested_move_time),
                "a_long_move_makes_room_for_another_address",
            ),
            row(
                "table of one player",
                format!("{} MiB", self.table_mib),
                "players_that_want_too_much_are_refused",
            ),
            row(
                "memory for all tables",
                "a quarter of the machine's, or `--memory`".to_owned(),
                "tables_have_a_budget",
            ),
            row(
                "memory of one address",
                format!("{} % of that", 100.0 * self.memory_share),
                "tables_have_a_budget",
            ),
            row(
                "requests of one address",
                self.requests.to_string(),
                "an_address_that_asks_too_much_is_refused",
            ),
            row(
                "games begun by one address",
                self.new_games.to_string(),
                "expensive_actions_have_rates",
            ),
            row(
                "files sent by one address",
                self.new_imports.to_string(),
                "expensive_actions_have_rates",
            ),
            row(
                "further pages of those files",
                self.new_pages.to_string(),
                "a_long_file_is_read_page_by_page",
            ),
            row(
                "WebSockets opened by one address",
                self.new_sockets.to_string(),
                "expensive_actions_have_rates",
            ),
            row(
                "questions and hints of one address",
                self.new_questions.to_string(),
                "questions_have_a_rate",
            ),
            row(
                "time of a search in the store",
                time(self.query_time),
                "one_address_cannot_stop_all_reading",
            ),
            row(
                "searches of one address that wait",
                self.queries_per_address.to_string(),
                "one_address_cannot_stop_all_reading",
            ),
            row(
                "searches in the store by one address",
                self.searches.to_string(),
                "expensive_actions_have_rates",
            ),
        ]
    }
}
