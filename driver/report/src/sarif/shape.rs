//! The objects of SARIF 2.1.0 that are written, named as there.

#![allow(missing_docs, reason = "the standard says what they are")]

use serde::Serialize;
use std::collections::HashMap;

#[derive(Serialize)]
pub struct Log<'a> {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run<'a> {
    pub tool: Tool<'a>,
    pub automation_details: Automation,
    pub column_kind: &'static str,
    pub original_uri_base_ids: HashMap<&'static str, Base>,
    pub invocations: [Invocation; 1],
    pub results: Vec<ResultView<'a>>,
}

#[derive(Serialize)]
pub struct Tool<'a> {
    pub driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver<'a> {
    pub name: &'static str,
    pub version: &'static str,
    pub semantic_version: &'static str,
    pub information_uri: &'static str,
    pub rules: Vec<Descriptor<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub short_description: Text,
    pub full_description: Text,
    pub help: Markdown<'a>,
    pub default_configuration: Configuration,
    pub properties: Properties<'a>,
}

#[derive(Serialize)]
pub struct Markdown<'a> {
    pub text: &'a str,
    pub markdown: &'a str,
}

#[derive(Serialize)]
pub struct Configuration {
    pub level: &'static str,
    pub enabled: bool,
}

/// What GitHub reads of a rule's properties.
#[derive(Serialize)]
pub struct Properties<'a> {
    pub tags: Vec<&'a str>,
    pub precision: &'static str,
    #[serde(rename = "problem.severity")]
    pub severity: &'static str,
}

#[derive(Serialize)]
pub struct Automation {
    pub id: String,
}

#[derive(Serialize)]
pub struct Base {
    pub uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    pub execution_successful: bool,
    pub exit_code: u8,
    #[serde(rename = "toolExecutionNotifications", skip_serializing_if = "Vec::is_empty")]
    pub notifications: Vec<Notification>,
}

#[derive(Serialize)]
pub struct Notification {
    pub level: &'static str,
    pub message: Text,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResultView<'a> {
    pub rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_index: Option<usize>,
    pub level: &'static str,
    pub message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<RelatedLocation>,
    pub partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressions: Vec<Suppression>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<FixView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrence_count: Option<u64>,
    pub properties: ResultProperties,
}

#[derive(Serialize)]
pub struct ResultProperties {
    pub confidence: &'static str,
}

#[derive(Serialize)]
pub struct Fingerprints {
    /// The key that GitHub matches alerts by.
    #[serde(rename = "primaryLocationLineHash")]
    pub line: String,
    #[serde(rename = "hipify/v1")]
    pub own: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    pub physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logical_locations: Vec<Logical>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Logical {
    pub fully_qualified_name: String,
    pub kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RelatedLocation {
    pub id: usize,
    pub message: Text,
    pub physical_location: Physical,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Physical {
    pub artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_region: Option<Region>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    pub uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<&'static str>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    pub start_line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<Text>,
}

#[derive(Serialize)]
pub struct Suppression {
    pub kind: &'static str,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub justification: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FixView {
    pub description: Text,
    pub artifact_changes: [ArtifactChange; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactChange {
    pub artifact_location: Artifact,
    pub replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    pub deleted_region: Region,
    pub inserted_content: Text,
}

#[derive(Serialize)]
pub struct Text {
    pub text: String,
}
