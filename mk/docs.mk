# The book in docs/, its pictures, and what is measured (docs/status.md).
MDBOOK_VERSION = 0.5.4
# cargo installs to a folder that need not be in PATH.
MDBOOK = $(or $(shell command -v mdbook),$(or $(CARGO_HOME),$(HOME)/.cargo)/bin/mdbook)

.PHONY: docs pictures status

# Into target/book.
docs:
	@$(MDBOOK) --version 2>/dev/null | grep -qF 'v$(MDBOOK_VERSION)' || $(CARGO) install mdbook --version $(MDBOOK_VERSION) --locked
	$(MDBOOK) build docs

# A browser without a window draws the HTML report, and a page with what inspect prints.
pictures: build
	@scripts/install-packages chromium-headless-shell fonts-dejavu-core
	scripts/pictures

# Runs the commands of docs/measured.toml and writes docs/status.md; with SLOW=1 those too that build much or want a quiet machine.
status: setup
	$(CARGO) build --locked -p hipify-rs
	$(CARGO) run -q --locked --example status -- $(if $(SLOW),--slow)
