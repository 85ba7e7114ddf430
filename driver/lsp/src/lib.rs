//! The command `lsp`: findings as you type, quick fixes, what CUDA names become; the language server protocol on standard input and
//! output.
//!
//! | module | what it does |
//! |---|---|
//! | `workspace` | the folder that an editor has open: its configuration, its files, and the linter made of both |
//! | `convert` | findings, places and paths to what the protocol calls them |
//! | `actions` | quick fixes |

#![warn(missing_docs)]

mod actions;
mod convert;
mod workspace;

use crate::workspace::Workspace;
use hipify_engine::pool::in_pool;
use hipify_error::Error;
use hipify_lint_command::Finding;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, HoverRequest, Request as _, Shutdown};
use lsp_types::{
    CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, Hover, HoverContents, HoverParams, InitializeParams, MarkupContent, MarkupKind,
    PublishDiagnosticsParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::io;

/// An open file as the editor has it.
struct Document {
    text: String,
    version: i32,
    /// What was last said of it.
    found: Vec<Finding>,
}

struct Server {
    connection: Connection,
    workspace: Workspace,
    documents: HashMap<String, Document>,
    /// Files that changed since they were last linted.
    changed: BTreeSet<String>,
}

/// Serves until the editor says goodbye.
pub fn run() -> Result<u8, Error> {
    // Deep nesting costs stack in the parser.
    in_pool(1, serve)?
}

fn serve() -> Result<u8, Error> {
    let (connection, threads) = Connection::stdio();
    let failed = |reason: String| Error::usage(format!("the editor left the protocol: {reason}"), "restart the server");
    let params = match connection.initialize(capabilities()) {
        Ok(params) => params,
        // The editor has gone before it began.
        Err(error) if error.channel_is_disconnected() => return Ok(0),
        Err(error) => return Err(failed(error.to_string())),
    };
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| failed(error.to_string()))?;
    let (workspace, problem) = Workspace::new(convert::root(&params));
    let mut server = Server { connection, workspace, documents: HashMap::new(), changed: BTreeSet::new() };
    server.complain(problem);
    server.work();
    drop(server);
    match threads.join() {
        // In the middle of a message the editor has gone, which is no fault of either.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(failed(error.to_string())),
        done => done.map(|()| 0).map_err(Error::Stdout),
    }
}

fn capabilities() -> Value {
    json!({
        "textDocumentSync": { "openClose": true, "change": 1, "save": {} },
        "hoverProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll.hipify"] },
    })
}

impl Server {
    /// Serves until the editor says goodbye, or goes without.
    fn work(&mut self) {
        while let Ok(message) = self.connection.receiver.recv() {
            let mut next = Some(message);
            // What the editor has sent meanwhile is taken first, so that a file typed in is linted once and not for every key.
            while let Some(message) = next {
                if !self.take(message) {
                    return;
                }
                next = self.connection.receiver.try_recv().ok();
            }
            self.lint();
        }
    }

    /// Takes a message; `false` at the end.
    fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Request(request) if request.method == Shutdown::METHOD => {
                self.send(Message::Response(Response::new_ok(request.id, ())));
                self.wait_for_exit();
                return false;
            }
            Message::Request(request) => {
                // Answers are about the text as it is now.
                self.lint();
                let response = self.answer(request);
                self.send(Message::Response(response));
            }
            Message::Notification(notification) => self.notice(notification),
            Message::Response(_) => {}
        }
        true
    }

    /// After `shutdown` an editor sends `exit` alone, or goes.
    fn wait_for_exit(&self) {
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Notification(notification) if notification.method == Exit::METHOD => return,
                Message::Request(request) => {
                    let refused = "the server was told to shut down".to_owned();
                    self.send(Message::Response(Response::new_err(request.id, ErrorCode::InvalidRequest as i32, refused)));
                }
                _ => {}
            }
        }
    }

    fn notice(&mut self, notification: Notification) {
        let params = notification.params;
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => with(params, |params: DidOpenTextDocumentParams| {
                let document = params.text_document;
                self.set(&document.uri, document.text, document.version);
            }),
            DidChangeTextDocument::METHOD => with(params, |params: DidChangeTextDocumentParams| {
                // The whole text comes with every change, as was asked for.
                if let Some(change) = params.content_changes.into_iter().next_back() {
                    self.set(&params.text_document.uri, change.text, params.text_document.version);
                }
            }),
            DidCloseTextDocument::METHOD => with(params, |params: DidCloseTextDocumentParams| {
                let uri = params.text_document.uri;
                self.documents.remove(uri.as_str());
                self.changed.remove(uri.as_str());
                self.publish(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None });
            }),
            DidSaveTextDocument::METHOD => with(params, |params: DidSaveTextDocumentParams| {
                if convert::path(&params.text_document.uri).is_some_and(|path| self.workspace.is_configured_by(&path)) {
                    let problem = self.workspace.read_configuration();
                    self.complain(problem);
                    self.changed.extend(self.documents.keys().cloned());
                }
            }),
            _ => {}
        }
    }

    fn set(&mut self, uri: &Uri, text: String, version: i32) {
        let key = uri.as_str().to_owned();
        let found = self.documents.remove(&key).map(|document| document.found).unwrap_or_default();
        self.documents.insert(key.clone(), Document { text, version, found });
        self.changed.insert(key);
    }

    /// Lints what changed and tells the editor.
    fn lint(&mut self) {
        for key in std::mem::take(&mut self.changed) {
            let (Ok(uri), Some(document)) = (key.parse::<Uri>(), self.documents.get_mut(&key)) else { continue };
            let path = convert::path(&uri).unwrap_or_default();
            document.found = self.workspace.lint(&path, document.text.as_bytes());
            let diagnostics = document.found.iter().map(|found| convert::diagnostic(&uri, found)).collect();
            let params = PublishDiagnosticsParams { diagnostics, version: Some(document.version), uri };
            self.publish(params);
        }
    }

    fn publish(&self, params: PublishDiagnosticsParams) {
        self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params)));
    }

    fn complain(&self, problem: Option<String>) {
        if let Some(message) = problem {
            let params = json!({ "type": 1, "message": message });
            self.send(Message::Notification(Notification::new("window/showMessage".to_owned(), params)));
        }
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match method.as_str() {
            HoverRequest::METHOD => reply(id, params, |params: HoverParams| self.hover(&params)),
            CodeActionRequest::METHOD => reply(id, params, |params: CodeActionParams| self.actions(&params)),
            _ => Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("`{method}` is not served")),
        }
    }

    fn hover(&self, params: &HoverParams) -> Option<Hover> {
        let at = &params.text_document_position_params;
        let document = self.documents.get(at.text_document.uri.as_str())?;
        let word = convert::word_at(&document.text, at.position)?;
        let value = format!("```text\n{}```", hipify_query::described(word)?);
        Some(Hover { contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }), range: None })
    }

    fn actions(&self, params: &CodeActionParams) -> Vec<lsp_types::CodeActionOrCommand> {
        let uri = &params.text_document.uri;
        let Some(document) = self.documents.get(uri.as_str()) else { return Vec::new() };
        let path = convert::path(uri).unwrap_or_default();
        actions::actions(uri, &path, document.text.as_bytes(), &document.found, params)
    }

    fn send(&self, message: Message) {
        // An editor that is gone hears nothing; the next message from it ends the loop.
        let _ = self.connection.sender.send(message);
    }
}

/// Parameters that are not what the protocol says are passed over.
fn with<T: DeserializeOwned>(params: Value, work: impl FnOnce(T)) {
    if let Ok(params) = serde_json::from_value(params) {
        work(params);
    }
}

fn reply<T: DeserializeOwned, R: serde::Serialize>(id: RequestId, params: Value, work: impl FnOnce(T) -> R) -> Response {
    match serde_json::from_value(params) {
        Ok(params) => Response::new_ok(id, work(params)),
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
