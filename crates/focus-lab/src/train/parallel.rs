//! Number of threads, and sums over many samples with several of them.

use std::num::NonZeroUsize;
use std::thread;

/// Returns the number of cores that the program may use.
#[must_use]
pub fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Returns the mean gradient of a batch and the sum of its losses.
///
/// `add` adds the gradient of a sample and returns its loss. The number of threads changes the
/// result only by rounding.
pub(super) fn mean_gradient(
    batch: &[usize],
    len: usize,
    threads: usize,
    add: impl Fn(usize, &mut [f32]) -> f32 + Sync,
) -> (Vec<f32>, f32) {
    let of_parts = in_parts(batch, threads, |part| {
        let mut gradient = vec![0.0; len];
        let mut loss = 0.0;
        for &index in part {
            loss += add(index, &mut gradient);
        }
        (gradient, loss)
    });
    let mut mean = vec![0.0; len];
    let mut loss = 0.0;
    for (gradient, of_part) in of_parts {
        for (sum, value) in mean.iter_mut().zip(gradient) {
            *sum += value / batch.len() as f32;
        }
        loss += of_part;
    }
    (mean, loss)
}

/// Returns the mean loss of this many samples.
pub(super) fn mean_loss(samples: usize, threads: usize, loss: impl Fn(usize) -> f32 + Sync) -> f32 {
    let all: Vec<usize> = (0..samples).collect();
    let of_parts = in_parts(&all, threads, |part| {
        part.iter().map(|&index| loss(index)).sum::<f32>()
    });
    of_parts.iter().sum::<f32>() / samples.max(1) as f32
}

/// Applies a function to a part of the samples in each thread.
fn in_parts<T: Send>(
    samples: &[usize],
    threads: usize,
    work: impl Fn(&[usize]) -> T + Sync,
) -> Vec<T> {
    let parts = samples.chunks(samples.len().div_ceil(threads.max(1)).max(1));
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .map(|done| done.expect("thread that does not panic"))
            .collect()
    })
}
