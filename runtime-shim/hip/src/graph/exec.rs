//! Executable graphs: a plan, launched any number of times, one launch after the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::check::in_use;
use crate::check::order::{Piece, What};
use crate::entry::Outcome;
use crate::graph::plan::{Misfit, Plan, Unfit};
use crate::graph::user_object::UserObject;
use crate::graph::{Graph, Instance};
use crate::handle_table::HandleTable;
use crate::scheduler::completion::Completion;
use crate::scheduler::work::Work;
use crate::stream::Stream;
use crate::types::error::hipErrorInvalidValue;
use crate::types::graph::hipGraphExec_t;

pub(crate) static EXECS: HandleTable<Exec> = HandleTable::of_owned("an executable graph");

/// An executable graph.
pub(crate) struct Exec {
    state: Mutex<State>,
    pub(crate) flags: u64,
    users: Vec<Arc<UserObject>>,
    _instance: Arc<Instance>,
}

pub(crate) struct State {
    pub(crate) plan: Plan,
    /// The end of the launch made last.
    last: Option<Completion>,
}

/// The executable graph of a handle.
///
/// # Errors
/// `hipErrorInvalidValue` where there is none.
pub(crate) fn exec(handle: hipGraphExec_t) -> Outcome<Arc<Exec>> {
    EXECS.get(handle).ok_or(hipErrorInvalidValue)
}

impl Exec {
    /// # Errors
    /// Where the graph cannot be run.
    pub(crate) fn new(graph: &Graph, flags: u64, instance: Arc<Instance>) -> Result<Exec, Unfit> {
        let plan = Plan::new(graph, crate::device::current::device())?;
        let users = graph.users();
        users.iter().for_each(|user| user.retain(1));
        Ok(Exec { state: Mutex::new(State { plan, last: None }), flags, users, _instance: instance })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a run of the graph into a stream; it waits for the launch before it, wherever that was.
    ///
    /// # Errors
    /// Of an earlier fault; where a kernel cannot be loaded.
    pub(crate) fn launch(&self, stream: &Stream) -> Outcome {
        crate::kernel::fault::check()?;
        let mut state = self.lock();
        if let Some(last) = state.last.take()
            && !last.done()
        {
            stream.queue.submit(Work::Wait(last));
        }
        let outcome = state.plan.launch(&stream.queue, stream.device, stream.recorded_as());
        let piece = Piece::new(What::Graph);
        state.last = Some(stream.queue.submit_as(Work::Marker, piece.as_ref()));
        piece.iter().for_each(|piece| in_use::used(std::ptr::from_ref(self) as usize, piece));
        outcome
    }

    /// # Errors
    /// What is different in the graph.
    pub(crate) fn update(&self, graph: &Graph) -> Result<(), Misfit> {
        self.lock().plan.update(graph)
    }
}

impl Drop for Exec {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = state.last.take()
            && state.plan.has_memory()
        {
            // The memory goes with the nodes. How the launch ended its stream tells.
            let _ = last.wait();
        }
        for user in &self.users {
            // An object that is gone already is the program's mistake, not this graph's.
            user.release(1);
        }
    }
}
