//! Not written yet; this crate only holds the place that ARCHITECTURE.md names.
