//! Holds the workspace's end-to-end tests; there is nothing to import.
