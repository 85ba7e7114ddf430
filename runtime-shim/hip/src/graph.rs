//! A graph's nodes and the edges between them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::entry::Outcome;
use crate::graph::body::Body;
use crate::graph::user_object::UserObject;
use crate::handle_table::HandleTable;
use crate::types::error::{hipErrorInvalidValue, hipErrorNotSupported};
use crate::types::graph::{hipGraph_t, hipGraphNode_t};

pub(crate) mod body;
pub(crate) mod capture;
pub(crate) mod exec;
pub(crate) mod memory;
pub(crate) mod plan;
pub(crate) mod submit;
pub(crate) mod user_object;

/// Graphs that the program holds. Child graphs are among them as long as their parents live.
pub(crate) static GRAPHS: HandleTable<Graph> = HandleTable::of_owned("a graph");

/// Nodes of all graphs.
pub(crate) static NODES: HandleTable<Node> = HandleTable::new();

/// A graph.
#[derive(Default)]
pub(crate) struct Graph {
    state: Mutex<State>,
}

/// A node; its address is its handle.
pub(crate) struct Node {
    pub(crate) graph: Weak<Graph>,
    body: Mutex<Body>,
    /// The node that this one was cloned from; 0 for none.
    origin: usize,
}

#[derive(Default)]
struct State {
    /// In the order in which they were added.
    nodes: Vec<Arc<Node>>,
    edges: Vec<(Arc<Node>, Arc<Node>)>,
    /// Each with the references that the graph has.
    users: Vec<(Arc<UserObject>, u64)>,
    /// Of the executable graph that was made last.
    instance: Weak<Instance>,
}

/// Lives as long as an executable graph.
pub(crate) struct Instance;

/// The identity of a node.
pub(crate) fn id(node: &Arc<Node>) -> usize {
    Arc::as_ptr(node) as usize
}

/// The handle of a node.
pub(crate) fn handle(node: &Arc<Node>) -> hipGraphNode_t {
    Arc::as_ptr(node).cast_mut().cast()
}

/// The graph of a handle.
///
/// # Errors
/// `hipErrorInvalidValue` where there is none.
pub(crate) fn graph(handle: hipGraph_t) -> Outcome<Arc<Graph>> {
    GRAPHS.get(handle).ok_or(hipErrorInvalidValue)
}

/// The node of a handle.
///
/// # Errors
/// `hipErrorInvalidValue` where there is none.
pub(crate) fn node(handle: hipGraphNode_t) -> Outcome<Arc<Node>> {
    NODES.get(handle).ok_or(hipErrorInvalidValue)
}

impl Node {
    pub(crate) fn body(&self) -> MutexGuard<'_, Body> {
        self.body.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn origin(&self) -> usize {
        self.origin
    }
}

impl Graph {
    /// A new graph with a handle.
    pub(crate) fn create() -> Arc<Graph> {
        let graph = Arc::new(Graph::default());
        GRAPHS.add::<()>(graph.clone());
        graph
    }

    pub(crate) fn handle(self: &Arc<Graph>) -> hipGraph_t {
        Arc::as_ptr(self).cast_mut().cast()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a node that runs after others.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where one of those is of another graph or is named twice.
    pub(crate) fn add(self: &Arc<Graph>, body: Body, after: &[Arc<Node>]) -> Outcome<Arc<Node>> {
        self.add_copy(body, after, 0)
    }

    fn add_copy(self: &Arc<Graph>, body: Body, after: &[Arc<Node>], origin: usize) -> Outcome<Arc<Node>> {
        let distinct: HashSet<usize> = after.iter().map(id).collect();
        if distinct.len() != after.len() || after.iter().any(|node| !self.owns(node)) {
            return Err(hipErrorInvalidValue);
        }
        let node = Arc::new(Node { graph: Arc::downgrade(self), body: Mutex::new(body), origin });
        NODES.add::<()>(node.clone());
        let mut state = self.lock();
        state.nodes.push(node.clone());
        state.edges.extend(after.iter().map(|before| (before.clone(), node.clone())));
        Ok(node)
    }

    fn owns(self: &Arc<Graph>, node: &Node) -> bool {
        std::ptr::eq(node.graph.as_ptr(), Arc::as_ptr(self))
    }

    /// Stands for an executable graph that is to be made. Memory of a graph's nodes has one address, for one of them at a time.
    ///
    /// # Errors
    /// `hipErrorNotSupported` where the graph allocates or frees and has one already.
    pub(crate) fn instance(&self) -> Outcome<Arc<Instance>> {
        let mut state = self.lock();
        let has_memory = state.nodes.iter().any(|node| matches!(*node.body(), Body::Alloc(_) | Body::Free(_)));
        if has_memory && state.instance.strong_count() > 0 {
            return Err(hipErrorNotSupported);
        }
        let made = Arc::new(Instance);
        state.instance = Arc::downgrade(&made);
        Ok(made)
    }

    pub(crate) fn nodes(&self) -> Vec<Arc<Node>> {
        self.lock().nodes.clone()
    }

    pub(crate) fn edges(&self) -> Vec<(Arc<Node>, Arc<Node>)> {
        self.lock().edges.clone()
    }

    /// Nodes that depend on none.
    pub(crate) fn roots(&self) -> Vec<Arc<Node>> {
        let state = self.lock();
        let after: HashSet<usize> = state.edges.iter().map(|(_, to)| id(to)).collect();
        state.nodes.iter().filter(|node| !after.contains(&id(node))).cloned().collect()
    }

    /// Nodes that a node depends on.
    pub(crate) fn before(&self, node: &Arc<Node>) -> Vec<Arc<Node>> {
        let state = self.lock();
        state.edges.iter().filter(|(_, to)| Arc::ptr_eq(to, node)).map(|(from, _)| from.clone()).collect()
    }

    /// Nodes that depend on a node.
    pub(crate) fn after(&self, node: &Arc<Node>) -> Vec<Arc<Node>> {
        let state = self.lock();
        state.edges.iter().filter(|(from, _)| Arc::ptr_eq(from, node)).map(|(_, to)| to.clone()).collect()
    }

    /// # Errors
    /// `hipErrorInvalidValue` for nodes of other graphs, a node and itself, and edges that there are already.
    pub(crate) fn connect(self: &Arc<Graph>, edges: &[(Arc<Node>, Arc<Node>)]) -> Outcome {
        let mut state = self.lock();
        let mut known: HashSet<(usize, usize)> = state.edges.iter().map(|(from, to)| (id(from), id(to))).collect();
        for (from, to) in edges {
            if !self.owns(from) || !self.owns(to) || Arc::ptr_eq(from, to) || !known.insert((id(from), id(to))) {
                return Err(hipErrorInvalidValue);
            }
        }
        state.edges.extend_from_slice(edges);
        Ok(())
    }

    /// # Errors
    /// `hipErrorInvalidValue` for edges that there are not.
    pub(crate) fn disconnect(&self, edges: &[(Arc<Node>, Arc<Node>)]) -> Outcome {
        let mut state = self.lock();
        let known: HashSet<(usize, usize)> = state.edges.iter().map(|(from, to)| (id(from), id(to))).collect();
        let gone: HashSet<(usize, usize)> = edges.iter().map(|(from, to)| (id(from), id(to))).collect();
        if !gone.is_subset(&known) {
            return Err(hipErrorInvalidValue);
        }
        state.edges.retain(|(from, to)| !gone.contains(&(id(from), id(to))));
        Ok(())
    }

    /// Takes a node and its edges out.
    ///
    /// # Errors
    /// `hipErrorInvalidValue` where it is not in the graph any more.
    pub(crate) fn remove(&self, node: &Arc<Node>) -> Outcome {
        let mut state = self.lock();
        let index = state.nodes.iter().position(|other| Arc::ptr_eq(other, node)).ok_or(hipErrorInvalidValue)?;
        state.nodes.remove(index);
        state.edges.retain(|(from, to)| !Arc::ptr_eq(from, node) && !Arc::ptr_eq(to, node));
        drop(state);
        forget_node(node);
        Ok(())
    }

    /// The nodes so that each comes after all that it depends on; among those that could come next the oldest does.
    ///
    /// # Errors
    /// A node of a cycle.
    pub(crate) fn sorted(&self) -> Result<Vec<Arc<Node>>, Arc<Node>> {
        let state = self.lock();
        let mut waiting: HashMap<usize, usize> = HashMap::new();
        let mut after: HashMap<usize, Vec<usize>> = HashMap::new();
        for (from, to) in &state.edges {
            *waiting.entry(id(to)).or_default() += 1;
            after.entry(id(from)).or_default().push(id(to));
        }
        let index: HashMap<usize, usize> = state.nodes.iter().enumerate().map(|(index, node)| (id(node), index)).collect();
        let is_free = |node: &&Arc<Node>| !waiting.contains_key(&id(node));
        let mut free: std::collections::BTreeSet<usize> =
            state.nodes.iter().filter(is_free).map(|node| index[&id(node)]).collect();
        let mut sorted = Vec::with_capacity(state.nodes.len());
        while let Some(next) = free.pop_first() {
            let node = &state.nodes[next];
            sorted.push(node.clone());
            for to in after.get(&id(node)).into_iter().flatten() {
                let left = waiting.entry(*to).or_default();
                *left -= 1;
                if *left == 0 {
                    waiting.remove(to);
                    free.insert(index[to]);
                }
            }
        }
        match state.nodes.iter().find(|node| waiting.contains_key(&id(node))) {
            Some(node) => Err(node.clone()),
            None => Ok(sorted),
        }
    }

    /// A graph with the same nodes and edges. Child graphs are cloned too.
    pub(crate) fn duplicate(&self) -> Arc<Graph> {
        let clone = Graph::create();
        let mut copies: HashMap<usize, Arc<Node>> = HashMap::new();
        for node in self.nodes() {
            let body = match &*node.body() {
                Body::Child(child) => Body::Child(child.duplicate()),
                body => body.clone(),
            };
            if let Ok(copy) = clone.add_copy(body, &[], id(&node)) {
                copies.insert(id(&node), copy);
            }
        }
        let copy = |node: &Arc<Node>| copies.get(&id(node)).cloned();
        let edges = self.edges();
        let edges: Vec<_> = edges.iter().filter_map(|(from, to)| Some((copy(from)?, copy(to)?))).collect();
        clone.lock().edges = edges;
        for user in self.users() {
            clone.retain_user(&user, 1);
        }
        clone
    }

    /// Holds a user object until the graph and all that was made of it are gone.
    pub(crate) fn retain_user(&self, object: &Arc<UserObject>, count: u32) {
        object.retain(count);
        self.adopt_user(object, count);
    }

    /// As `retain_user`, taking over references of the caller.
    pub(crate) fn adopt_user(&self, object: &Arc<UserObject>, count: u32) {
        let mut state = self.lock();
        let held = state.users.iter_mut().find(|(held, _)| Arc::ptr_eq(held, object));
        match held {
            Some((_, references)) => *references += u64::from(count),
            None => state.users.push((object.clone(), u64::from(count))),
        }
    }

    /// Nothing changes where the graph does not hold it so often.
    pub(crate) fn release_user(&self, object: &Arc<UserObject>, count: u32) {
        let mut state = self.lock();
        let held = state.users.iter_mut().find(|(held, _)| Arc::ptr_eq(held, object));
        let Some(left) = held.as_ref().and_then(|(_, references)| references.checked_sub(u64::from(count))) else { return };
        if let Some((_, references)) = held {
            *references = left;
        }
        state.users.retain(|(_, references)| *references > 0);
        drop(state);
        object.release(u64::from(count));
    }

    pub(crate) fn users(&self) -> Vec<Arc<UserObject>> {
        self.lock().users.iter().map(|(object, _)| object.clone()).collect()
    }
}

fn forget_node(node: &Arc<Node>) {
    if let Some(node) = NODES.remove(handle(node))
        && let Body::Child(child) = &*node.body()
    {
        forget(child);
    }
}

/// Ends the handles of a graph and its nodes, and gives user objects back.
pub(crate) fn forget(graph: &Arc<Graph>) {
    GRAPHS.remove(graph.handle());
    let state = std::mem::take(&mut *graph.lock());
    state.nodes.iter().for_each(forget_node);
    for (user, references) in state.users {
        user.release(references);
    }
}

/// # Errors
/// `hipErrorInvalidValue` where there is none.
pub(crate) fn destroy(handle: hipGraph_t) -> Outcome {
    let graph = GRAPHS.get(handle).ok_or(hipErrorInvalidValue)?;
    forget(&graph);
    Ok(())
}
