//! The collective operations, by messages between neighbours of a ring or between all ranks.
//!
//! Reductions go round the ring as R. Rabenseifner's and the MPI implementations' do ("Optimization of Collective Reduction
//! Operations", 2004, and P. Patarasuk, X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009): each
//! rank gathers one part of the elements, and sends 2 (n - 1) / n times the bytes of the buffer in an all-reduce of n ranks. Every part
//! is computed by one rank, so that all ranks get the same bits.

use std::ops::Range;

use super::element::Reduction;
use super::endpoint::{Endpoint, Message};
use super::status::Status;

/// Bytes that a broadcast passes on at a time.
const PIECE: usize = 128 << 10;

/// The part of the elements that one of the ranks gathers, in bytes.
fn part(count: usize, size: usize, ranks: usize, which: usize) -> Range<usize> {
    let edge = |which: usize| (count as u128 * which as u128 / ranks as u128) as usize * size;
    edge(which)..edge(which + 1)
}

impl Endpoint {
    fn next(&self) -> usize {
        (self.rank + 1) % self.ranks
    }

    fn previous(&self) -> usize {
        (self.rank + self.ranks - 1) % self.ranks
    }

    /// The rank so many places before another in the ring.
    fn before(&self, from: usize, steps: usize) -> usize {
        (from + 2 * self.ranks - steps) % self.ranks
    }

    /// Makes, of the buffer's parts, that of this rank a reduction over all ranks. The others are used up.
    fn gather_part(
        &self,
        call: &'static str,
        reduction: &Reduction,
        all: &mut [u8],
        parts: &[Range<usize>],
    ) -> Result<(), Status> {
        let longest = parts.iter().map(Range::len).max().unwrap_or(0);
        let mut arrived = vec![0; longest];
        for step in 1..self.ranks {
            let (sent, gathered) = (self.before(self.rank, step), self.before(self.rank, step + 1));
            let arrived = &mut arrived[..parts[gathered].len()];
            let sent = Message::send(self.next(), &all[parts[sent].clone()]);
            self.exchange(call, &mut [sent, Message::receive(self.previous(), arrived)])?;
            reduction.add(&mut all[parts[gathered].clone()], arrived);
        }
        reduction.finish(&mut all[parts[self.rank].clone()]);
        Ok(())
    }

    /// Hands each rank's part to all.
    fn hand_round(&self, call: &'static str, all: &mut [u8], parts: &[Range<usize>]) -> Result<(), Status> {
        for step in 0..self.ranks - 1 {
            let (sent, arriving) = (parts[self.before(self.rank, step)].clone(), parts[self.before(self.rank, step + 1)].clone());
            let (sent, arriving) = two_of(all, sent, arriving);
            self.exchange(call, &mut [Message::send(self.next(), sent), Message::receive(self.previous(), arriving)])?;
        }
        Ok(())
    }

    fn parts(&self, count: usize, size: usize) -> Vec<Range<usize>> {
        (0..self.ranks).map(|which| part(count, size, self.ranks, which)).collect()
    }

    /// `all` holds this rank's inputs before and the results after.
    pub(super) fn all_reduce(&self, call: &'static str, reduction: &Reduction, all: &mut [u8]) -> Result<(), Status> {
        let size = reduction.data.size();
        let parts = self.parts(all.len() / size, size);
        reduction.scale(all);
        self.gather_part(call, reduction, all, &parts)?;
        self.hand_round(call, all, &parts)
    }

    /// `all` holds this rank's inputs; the results are in the root's after.
    pub(super) fn reduce(&self, call: &'static str, reduction: &Reduction, all: &mut [u8], root: usize) -> Result<(), Status> {
        let size = reduction.data.size();
        let parts = self.parts(all.len() / size, size);
        reduction.scale(all);
        self.gather_part(call, reduction, all, &parts)?;
        if self.rank != root {
            return self.exchange(call, &mut [Message::send(root, &all[parts[self.rank].clone()])]);
        }
        let mut rest = all;
        let mut messages = Vec::new();
        for (peer, part) in parts.iter().enumerate() {
            let (first, others) = rest.split_at_mut(part.len());
            rest = others;
            if peer != root {
                messages.push(Message::receive(peer, first));
            }
        }
        self.exchange(call, &mut messages)
    }

    /// `all` holds this rank's inputs, a part for each rank, and is used up; `own` gets this rank's results.
    pub(super) fn reduce_scatter(
        &self,
        call: &'static str,
        reduction: &Reduction,
        all: &mut [u8],
        own: &mut [u8],
    ) -> Result<(), Status> {
        let parts: Vec<Range<usize>> = (0..self.ranks).map(|rank| rank * own.len()..(rank + 1) * own.len()).collect();
        reduction.scale(all);
        self.gather_part(call, reduction, all, &parts)?;
        own.copy_from_slice(&all[parts[self.rank].clone()]);
        Ok(())
    }

    /// `all` holds this rank's part in its place before, and all ranks' after.
    pub(super) fn all_gather(&self, call: &'static str, all: &mut [u8]) -> Result<(), Status> {
        let one = all.len() / self.ranks;
        let parts: Vec<Range<usize>> = (0..self.ranks).map(|rank| rank * one..(rank + 1) * one).collect();
        self.hand_round(call, all, &parts)
    }

    /// Passes the root's bytes along the ring, piece by piece.
    pub(super) fn broadcast(&self, call: &'static str, all: &mut [u8], root: usize) -> Result<(), Status> {
        let receives = self.rank != root;
        let sends = self.next() != root;
        let count = all.len().div_ceil(PIECE);
        let piece = |number: usize| number * PIECE..((number + 1) * PIECE).min(all.len());
        let pieces: Vec<Range<usize>> = (0..count).map(piece).collect();
        for step in 0..=count {
            // A rank passes on what it got in the step before; the root has all.
            let arriving = pieces.get(step).filter(|_| receives);
            let sent = step.checked_sub(1).map(|before| &pieces[before]).filter(|_| sends);
            let (sent, arriving) = two_of(all, sent.cloned().unwrap_or(0..0), arriving.cloned().unwrap_or(0..0));
            let mut messages = Vec::with_capacity(2);
            if !sent.is_empty() {
                messages.push(Message::send(self.next(), sent));
            }
            if !arriving.is_empty() {
                messages.push(Message::receive(self.previous(), arriving));
            }
            self.exchange(call, &mut messages)?;
        }
        Ok(())
    }

    /// Each rank's bytes to the root, in the ranks' order.
    pub(super) fn gather(&self, call: &'static str, own: &[u8], all: Option<&mut [u8]>, root: usize) -> Result<(), Status> {
        let mut messages = vec![Message::send(root, own)];
        if let Some(all) = all.filter(|_| self.rank == root) {
            messages.extend(all.chunks_mut(own.len().max(1)).enumerate().map(|(peer, part)| Message::receive(peer, part)));
        }
        self.exchange(call, &mut messages)
    }

    /// The root's bytes to the ranks, in their order.
    pub(super) fn scatter(&self, call: &'static str, all: Option<&[u8]>, own: &mut [u8], root: usize) -> Result<(), Status> {
        let one = own.len().max(1);
        let mut messages = vec![Message::receive(root, own)];
        if let Some(all) = all.filter(|_| self.rank == root) {
            messages.extend(all.chunks(one).enumerate().map(|(peer, part)| Message::send(peer, part)));
        }
        self.exchange(call, &mut messages)
    }
}

/// Two parts of a buffer that do not overlap, or are empty.
fn two_of(all: &mut [u8], read: Range<usize>, written: Range<usize>) -> (&[u8], &mut [u8]) {
    if written.is_empty() {
        return (&all[read], &mut []);
    }
    if read.is_empty() {
        return (&[], &mut all[written]);
    }
    if read.start < written.start {
        let (low, high) = all.split_at_mut(written.start);
        (&low[read], &mut high[..written.len()])
    } else {
        let (low, high) = all.split_at_mut(read.start);
        (&high[..read.len()], &mut low[written])
    }
}
