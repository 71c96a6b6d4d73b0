//! Independent training runs side by side.

use std::sync::Mutex;
use std::thread;

use crate::{BoxedError, concurrency};

/// Does all jobs, as many at once as there are cores, and returns their results in order. Each job
/// is given its share of the cores. Of several errors the first in the order of the jobs is
/// returned.
pub(crate) fn in_parallel<J: Send, T: Send>(
    jobs: Vec<J>,
    work: impl Fn(J, usize) -> Result<T, BoxedError> + Sync,
) -> Result<Vec<T>, BoxedError> {
    let workers = concurrency().min(jobs.len()).max(1);
    let threads = (concurrency() / workers).max(1);
    let results: Mutex<Vec<Option<Result<T, BoxedError>>>> =
        Mutex::new(jobs.iter().map(|_| None).collect());
    let queue = Mutex::new(jobs.into_iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no job panics").next();
                    let Some((place, job)) = next else { return };
                    let result = work(job, threads);
                    results.lock().expect("no job panics")[place] = Some(result);
                }
            });
        }
    });
    let results = results.into_inner().expect("no job panics");
    results.into_iter().map(|result| result.expect("every job was done")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_the_first_error_counts() {
        let squares = in_parallel((0..100).collect(), |number: u32, _| Ok(number * number));
        assert_eq!(squares.unwrap()[99], 9801);
        let failed = in_parallel((0..100).collect(), |number: u32, _| {
            if number % 7 == 3 { Err(number.to_string().into()) } else { Ok(number) }
        });
        assert_eq!(failed.unwrap_err().to_string(), "3");
    }
}
