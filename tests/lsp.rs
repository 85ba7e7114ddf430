//! `hipify-rs lsp`, spoken to over pipes as an editor does.

use hipify_tests::cli_command::{TestFolder, binary};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SOURCE: &str = "__global__ void k(float *p, float v) {\n  /* \u{1f600} */ v += __shfl_down_sync(0xffffffff, v, 16);\n  cudaMalloc(&p, 4);\n}\n";

struct Editor {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    next: u64,
    folder: String,
}

impl Editor {
    fn start(place: &TestFolder) -> Self {
        let mut child = Command::new(binary()).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let folder = format!("file://{}", place.path("").canonicalize().unwrap().display());
        let mut editor = Self { child, to, from, next: 0, folder };
        let params = json!({ "processId": null, "capabilities": {}, "workspaceFolders": [{ "uri": editor.folder, "name": "w" }], "rootUri": null });
        let answer = editor.ask("initialize", params);
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        format!("{}/{name}", self.folder.trim_end_matches('/'))
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().unwrap();
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        to.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has gone");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line == "\r\n" => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        loop {
            let message = self.hear();
            if message["id"] == self.next {
                return if message["error"].is_null() { message["result"].clone() } else { message["error"].clone() };
            }
        }
    }

    /// The next findings that the server tells.
    fn findings(&mut self) -> Vec<Value> {
        loop {
            let message = self.hear();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    fn open(&mut self, name: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": self.uri(name), "languageId": "cuda-cpp", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.findings()
    }

    fn change(&mut self, name: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": self.uri(name), "version": 2 });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
        self.findings()
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.to = None;
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn findings_follow_the_text_as_it_is_typed() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let mut editor = Editor::start(&place);
    let found = editor.open("a.cu", SOURCE);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"], &found[0]["source"]),
        (&"HIP1001".into(), &1.into(), &"hipify-rs".into())
    );
    // Columns count UTF-16 units: the letter before takes two.
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 33 }));
    assert!(editor.change("a.cu", &SOURCE.replace("0xffffffff", "~0ull")).is_empty());
    assert_eq!(editor.change("a.cu", SOURCE).len(), 1);
    editor.end();
}

#[test]
fn a_quick_fix_writes_what_fix_writes_and_another_allows_the_finding() {
    let place = TestFolder::new(&[]);
    let mut editor = Editor::start(&place);
    let found = editor.open("a.cu", SOURCE);
    let params =
        json!({ "textDocument": { "uri": editor.uri("a.cu") }, "range": found[0]["range"], "context": { "diagnostics": found } });
    let actions = editor.ask("textDocument/codeAction", params);
    let titles: Vec<&str> = actions.as_array().unwrap().iter().map(|action| action["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["write `~0ull`", "allow HIP1001 here", "apply all safe fixes"]);
    let edit = &actions[0]["edit"]["changes"][editor.uri("a.cu")][0];
    assert_eq!((&edit["newText"], &edit["range"]), (&"~0ull".into(), &found[0]["range"]));
    let allow = &actions[1]["edit"]["changes"][editor.uri("a.cu")][0]["newText"];
    assert_eq!(allow, " // hipify-lint: allow(HIP1001)");
    let params = json!({ "textDocument": { "uri": editor.uri("a.cu") }, "range": found[0]["range"], "context": { "diagnostics": [], "only": ["source.fixAll"] } });
    assert_eq!(editor.ask("textDocument/codeAction", params).as_array().unwrap().len(), 1);
    editor.end();
}

#[test]
fn hovering_says_what_a_cuda_name_becomes() {
    let place = TestFolder::new(&[]);
    let mut editor = Editor::start(&place);
    editor.open("a.cu", SOURCE);
    let hover = |editor: &mut Editor, line: u32, character: u32| {
        let params =
            json!({ "textDocument": { "uri": editor.uri("a.cu") }, "position": { "line": line, "character": character } });
        editor.ask("textDocument/hover", params)
    };
    let text = hover(&mut editor, 2, 5);
    assert!(text["contents"]["value"].as_str().unwrap().contains("cudaMalloc -> hipMalloc"), "{text}");
    assert!(hover(&mut editor, 1, 0).is_null());
    editor.end();
}

#[test]
fn the_configuration_of_the_folder_holds_and_is_read_again_when_it_is_saved() {
    let place = TestFolder::new(&[("hipify.toml", "[lint]\nignore = [\"HIP1\"]\n")]);
    let mut editor = Editor::start(&place);
    assert!(editor.open("a.cu", SOURCE).is_empty());
    place.write("hipify.toml", "[lint]\n");
    let uri = editor.uri("hipify.toml");
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.findings().len(), 1);
    editor.end();
}

#[test]
fn what_is_not_served_or_not_understood_is_answered_and_the_server_lives() {
    let place = TestFolder::new(&[]);
    let mut editor = Editor::start(&place);
    assert_eq!(editor.ask("textDocument/rename", json!({}))["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({ "nonsense": 1 }))["code"], -32602);
    editor.tell("textDocument/didOpen", json!({ "nonsense": 1 }));
    assert_eq!(editor.open("a.cu", SOURCE).len(), 1);
    editor.end();
}

#[test]
fn an_editor_that_goes_away_ends_the_server_quietly() {
    let place = TestFolder::new(&[("a.cu", SOURCE)]);
    let mut editor = Editor::start(&place);
    editor.open("a.cu", SOURCE);
    editor.to = None;
    assert!(editor.child.wait().unwrap().success());
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let framed = format!("Content-Length: {}\r\n\r\n{request}", request.len());
    // Before it began, after half of a request, after the first request, and after a goodbye without an end.
    let goodbye = "Content-Length: 58\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}     }";
    let shutdown = "Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}";
    for input in ["", &framed[..framed.len() - 9], &framed, &format!("{framed}{goodbye}{shutdown}")] {
        let said = place.run_with_input("lsp", input.as_bytes());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{input}");
    }
}
