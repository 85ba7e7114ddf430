//! A graph ready to run: its nodes in topological order, distributed over lanes that run concurrently.

use std::collections::HashMap;
use std::sync::Arc;

use crate::entry::Outcome;
use crate::graph::body::Body;
use crate::graph::{Graph, Node, id};
use crate::scheduler::completion::Completion;
use crate::scheduler::queue::Queue;
use crate::scheduler::work::{QueueKind, Work};
use crate::stream::operation::Operation;
use crate::types::error::{hipError_t, hipErrorInvalidValue};
use crate::types::graph::{NodeType, UpdateResult};

/// A graph ready to run.
pub(crate) struct Plan {
    nodes: Vec<Planned>,
    /// Lanes beside the stream in which the graph is launched.
    lanes: Vec<Queue>,
}

struct Planned {
    /// The node of the graph that this one was made of.
    source: usize,
    task: Task,
    /// Indices of nodes that this one depends on.
    before: Vec<usize>,
    /// 0 is the stream itself.
    lane: usize,
    enabled: bool,
    /// Nothing depends on it.
    last: bool,
}

enum Task {
    Body(Box<Body>),
    Child(Plan),
}

/// Why a graph cannot be run, and because of which node.
pub(crate) struct Unfit {
    pub(crate) node: Arc<Node>,
    pub(crate) error: hipError_t,
}

/// Why an update cannot be made.
pub(crate) struct Misfit {
    pub(crate) node: Option<Arc<Node>>,
    pub(crate) result: UpdateResult,
}

impl Plan {
    /// # Errors
    /// A node of a cycle, also in a child graph.
    pub(crate) fn new(graph: &Graph, device: usize) -> Result<Plan, Unfit> {
        let sorted = graph.sorted().map_err(|node| Unfit { node, error: hipErrorInvalidValue })?;
        let index: HashMap<usize, usize> = sorted.iter().enumerate().map(|(index, node)| (id(node), index)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); sorted.len()];
        let mut last = vec![true; sorted.len()];
        for (from, to) in graph.edges() {
            before[index[&id(&to)]].push(index[&id(&from)]);
            last[index[&id(&from)]] = false;
        }
        let (lanes, count) = lanes(&before);
        let mut nodes = Vec::with_capacity(sorted.len());
        for (index, (node, before)) in sorted.iter().zip(before).enumerate() {
            let task = Task::new(&node.body(), device)?;
            let (lane, last) = (lanes[index], last[index]);
            nodes.push(Planned { source: id(node), task, before, lane, enabled: true, last });
        }
        let lanes = (1..count).map(|_| Queue::new(QueueKind::Internal, device, 0)).collect();
        Ok(Plan { nodes, lanes })
    }

    /// Puts all nodes into their lanes after what is in `main` now; what comes into `main` later waits for them.
    ///
    /// `stream` is what a record calls the stream of `main`.
    ///
    /// # Errors
    /// Where a kernel cannot be loaded.
    pub(crate) fn launch(&self, main: &Queue, device: usize, stream: usize) -> Outcome {
        let start = if self.lanes.is_empty() { None } else { Some(main.submit(Work::Marker)) };
        let mut started = vec![false; self.lanes.len()];
        let mut done: Vec<Option<Completion>> = Vec::with_capacity(self.nodes.len());
        let mut outcome = Ok(());
        for node in &self.nodes {
            let queue = node.lane.checked_sub(1).map_or(main, |lane| &self.lanes[lane]);
            if let (Some(lane), Some(start)) = (node.lane.checked_sub(1), &start)
                && !std::mem::replace(&mut started[lane], true)
            {
                queue.submit(Work::Wait(start.clone()));
            }
            for &before in &node.before {
                if self.nodes[before].lane != node.lane
                    && let Some(completion) = &done[before]
                {
                    queue.submit(Work::Wait(completion.clone()));
                }
            }
            let submitted = node.submit(queue, device, stream);
            outcome = outcome.and(submitted.as_ref().map(|_| ()).map_err(|&error| error));
            done.push(submitted.ok());
        }
        let ends = self.nodes.iter().zip(done).filter(|(node, _)| node.last && node.lane != 0);
        for completion in ends.filter_map(|(_, completion)| completion) {
            main.submit(Work::Wait(completion));
        }
        outcome
    }

    /// A graph of what a launch does now. Nodes that are switched off are empty in it.
    ///
    /// # Errors
    /// None that a plan can have: its nodes are in order.
    pub(crate) fn graph(&self) -> Outcome<Arc<Graph>> {
        let graph = Graph::create();
        let mut nodes: Vec<Arc<Node>> = Vec::with_capacity(self.nodes.len());
        for planned in &self.nodes {
            let before: Vec<_> = planned.before.iter().map(|&index| nodes[index].clone()).collect();
            nodes.push(graph.add(planned.body()?, &before)?);
        }
        Ok(graph)
    }

    fn find(&mut self, source: usize) -> Option<&mut Planned> {
        let own = self.nodes.iter().position(|node| node.source == source);
        match own {
            Some(index) => Some(&mut self.nodes[index]),
            None => self.nodes.iter_mut().find_map(|node| match &mut node.task {
                Task::Child(child) => child.find(source),
                Task::Body(_) => None,
            }),
        }
    }

    /// Changes what a node does.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where there is no such node, or one of another type.
    pub(crate) fn set_body(&mut self, source: usize, change: impl FnOnce(&Body) -> Outcome<Body>) -> Outcome {
        let planned = self.find(source).ok_or(hipErrorInvalidValue)?;
        let Task::Body(body) = &mut planned.task else { return Err(hipErrorInvalidValue) };
        let changed = change(body)?;
        if changed.node_type() != body.node_type() {
            return Err(hipErrorInvalidValue);
        }
        **body = changed;
        Ok(())
    }

    /// Changes what the nodes of a child graph do.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where the graph has another shape.
    pub(crate) fn set_child(&mut self, source: usize, graph: &Graph) -> Outcome {
        let planned = self.find(source).ok_or(hipErrorInvalidValue)?;
        let Task::Child(child) = &mut planned.task else { return Err(hipErrorInvalidValue) };
        child.update(graph).map_err(|_| hipErrorInvalidValue)
    }

    /// Switches a node on or off.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where there is no such node, or one that is neither a kernel nor a copy nor a fill.
    pub(crate) fn enable(&mut self, source: usize, enabled: bool) -> Outcome {
        self.switch(source).map(|node| node.enabled = enabled)
    }

    /// # Errors
    /// As of [`Plan::enable`].
    pub(crate) fn is_enabled(&mut self, source: usize) -> Outcome<bool> {
        self.switch(source).map(|node| node.enabled)
    }

    fn switch(&mut self, source: usize) -> Outcome<&mut Planned> {
        let has_switch = |node: &&mut Planned| matches!(&node.task, Task::Body(body) if matches!(**body, Body::Kernel(_) | Body::Copy(_) | Body::Fill(_)));
        self.find(source).filter(has_switch).ok_or(hipErrorInvalidValue)
    }

    /// Takes over what the nodes of a graph of the same shape do. Nothing changes where it has another.
    ///
    /// # Errors
    /// What is different.
    pub(crate) fn update(&mut self, graph: &Graph) -> Result<(), Misfit> {
        self.compare(graph)?;
        self.adopt(graph);
        Ok(())
    }

    /// # Errors
    /// Where the graph has other edges or nodes of other types, also in child graphs.
    fn compare(&self, graph: &Graph) -> Result<(), Misfit> {
        let topology = |node: Option<&Arc<Node>>| Misfit { node: node.cloned(), result: UpdateResult::TopologyChanged };
        let sorted = graph.sorted().map_err(|node| topology(Some(&node)))?;
        if sorted.len() != self.nodes.len() {
            return Err(topology(None));
        }
        let index: HashMap<usize, usize> = sorted.iter().enumerate().map(|(index, node)| (id(node), index)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); sorted.len()];
        for (from, to) in graph.edges() {
            before[index[&id(&to)]].push(index[&id(&from)]);
        }
        for ((planned, node), before) in self.nodes.iter().zip(&sorted).zip(&mut before) {
            let mut known = planned.before.clone();
            known.sort_unstable();
            before.sort_unstable();
            if known != *before {
                return Err(topology(Some(node)));
            }
            let body = node.body();
            if planned.task.node_type() != body.node_type() {
                return Err(Misfit { node: Some(node.clone()), result: UpdateResult::NodeTypeChanged });
            }
            if let (Task::Child(plan), Body::Child(graph)) = (&planned.task, &*body) {
                plan.compare(graph)?;
            }
            if let (Task::Body(own), Body::Copy(copy)) = (&planned.task, &*body)
                && !matches!(&**own, Body::Copy(own) if own.has_direction_of(copy))
            {
                return Err(Misfit { node: Some(node.clone()), result: UpdateResult::ParametersChanged });
            }
        }
        Ok(())
    }

    /// Of a graph that has been compared.
    fn adopt(&mut self, graph: &Graph) {
        let sorted = graph.sorted().unwrap_or_default();
        for (planned, node) in self.nodes.iter_mut().zip(&sorted) {
            match (&mut planned.task, &*node.body()) {
                (Task::Child(plan), Body::Child(graph)) => plan.adopt(graph),
                (Task::Body(own), body) => **own = body.clone(),
                (Task::Child(_), _) => {}
            }
        }
    }

    /// Whether nodes have memory of their own.
    pub(crate) fn has_memory(&self) -> bool {
        self.nodes.iter().any(|node| match &node.task {
            Task::Child(plan) => plan.has_memory(),
            Task::Body(body) => matches!(**body, Body::Alloc(_)),
        })
    }
}

impl Planned {
    fn body(&self) -> Outcome<Body> {
        match &self.task {
            _ if !self.enabled => Ok(Body::Empty),
            Task::Body(body) => Ok((**body).clone()),
            Task::Child(child) => child.graph().map(Body::Child),
        }
    }

    /// The completion of the node's work.
    fn submit(&self, queue: &Queue, device: usize, stream: usize) -> Outcome<Completion> {
        if !self.enabled {
            return Ok(queue.submit(Work::Marker));
        }
        match &self.task {
            Task::Child(child) => {
                child.launch(queue, device, stream)?;
                Ok(queue.submit(Work::Marker))
            }
            Task::Body(body) => {
                let operation = body.operation();
                operation.watch_hosts();
                let event = if let Operation::Record(event) = &operation { Some(event.clone()) } else { None };
                let completion = operation.submit(queue, device, stream)?;
                if let Some(event) = event {
                    event.set_recorded(completion.clone(), device);
                }
                Ok(completion)
            }
        }
    }
}

impl Task {
    fn new(body: &Body, device: usize) -> Result<Task, Unfit> {
        Ok(match body {
            Body::Child(child) => Task::Child(Plan::new(child, device)?),
            body => Task::Body(Box::new(body.clone())),
        })
    }

    fn node_type(&self) -> NodeType {
        match self {
            Task::Body(body) => body.node_type(),
            Task::Child(_) => NodeType::Graph,
        }
    }
}

/// A lane for each node, and how many there are. A node goes on in the lane of the first of those it depends on which no other
/// node goes on in; the first root and what follows it stay in lane 0.
fn lanes(before: &[Vec<usize>]) -> (Vec<usize>, usize) {
    let mut lanes = Vec::with_capacity(before.len());
    let mut taken = vec![false; before.len()];
    let mut count = 0;
    for before in before {
        let lane = match before.iter().find(|&&node| !taken[node]) {
            Some(&node) => {
                taken[node] = true;
                lanes[node]
            }
            None => {
                count += 1;
                count - 1
            }
        };
        lanes.push(lane);
    }
    (lanes, count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_stays_in_one_lane() {
        assert_eq!(lanes(&[vec![], vec![0], vec![1]]), (vec![0, 0, 0], 1));
    }

    #[test]
    fn a_fork_gets_a_lane_for_each_branch() {
        assert_eq!(lanes(&[vec![], vec![0], vec![0], vec![1, 2]]), (vec![0, 0, 1, 0], 2));
    }

    #[test]
    fn roots_run_side_by_side() {
        assert_eq!(lanes(&[vec![], vec![], vec![0, 1]]), (vec![0, 1, 0], 2));
    }
}
