//! Fetches packages of other Debian suites with the machine's apt, in folders of its own: nothing of the system is changed.
//!
//! apt checks the suite's signature and each file's checksum; a pinned file is checked once more against our own record.

use super::Part;
use super::manifest::Unpacked;
use super::wanted::Package;
use hipify_error::Error;
use hipify_toolchain::environment::Environment;
use hipify_tree::say::say_line;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Keys that sign Debian's suites, of the package debian-archive-keyring.
const KEYRINGS: [&str; 2] = ["/usr/share/keyrings/debian-archive-keyring.gpg", "/usr/share/keyrings/debian-archive-keyring.pgp"];

/// apt, with folders below one of ours.
pub(crate) struct Apt {
    get: PathBuf,
    cache: PathBuf,
    deb: PathBuf,
    mirror: String,
    keyring: PathBuf,
    work: PathBuf,
    part: Part,
}

impl Apt {
    /// Finds the programs, the mirror and the keys.
    ///
    /// # Errors
    /// On a machine without apt, without Debian's keys, of another processor, or whose apt knows no mirror of Debian.
    pub(crate) fn new(environment: &Environment, part: Part, mirror: Option<&str>, work: PathBuf) -> Result<Self, Error> {
        let program = |name: &str| {
            let remedy = format!("on other systems {}", part.otherwise());
            let missing = || Error::usage(format!("setup takes packages of Debian, and `{name}` is not installed"), remedy);
            environment.program(name).ok_or_else(missing)
        };
        let (get, cache, deb) = (program("apt-get")?, program("apt-cache")?, program("dpkg-deb")?);
        if std::env::consts::ARCH != "x86_64" {
            let message = format!("the packages are for x86-64, this machine is {}", std::env::consts::ARCH);
            return Err(Error::usage(message, part.otherwise()));
        }
        let keyring = KEYRINGS.iter().map(|path| environment.at(path)).find(|path| path.is_file());
        let no_keys =
            || Error::usage("the keys that sign Debian's packages are not installed", "`apt-get install debian-archive-keyring`");
        let keyring = keyring.ok_or_else(no_keys)?;
        let mirror = mirror.map(str::to_owned).or_else(|| known_mirror(&get));
        let no_mirror =
            || Error::usage("apt knows no mirror of Debian", "run `apt-get update` first, or name one with `--mirror URL`");
        Ok(Self { get, cache, deb, mirror: mirror.ok_or_else(no_mirror)?, keyring, work, part })
    }

    /// Reads the package lists of a suite.
    pub(crate) fn open(&self, suite: &str) -> Result<(), Error> {
        say_line(format_args!("reading the package lists of Debian {suite} from {}", self.mirror));
        let folder = self.work.join(suite);
        for name in ["lists/partial", "cache/archives/partial", "debs"] {
            fs::create_dir_all(folder.join(name)).map_err(Error::io("create", &folder))?;
        }
        let line = format!("deb [arch=amd64 signed-by={}] {} {suite} main\n", self.keyring.display(), self.mirror);
        fs::write(folder.join("sources.list"), line).map_err(Error::io("write", &folder))?;
        let mut update = self.command(&self.get, suite);
        update.args(["-qq", "-o", "Acquire::Retries=2", "-o", "APT::Update::Error-Mode=any", "update"]);
        let output = update.output().map_err(Error::io("run", &self.get))?;
        if output.status.success() {
            return Ok(());
        }
        let message = format!("cannot read the package lists of Debian {suite}: {}", said(&output));
        Err(Error::usage(message, "check the network, or name a mirror that has the suite with `--mirror URL`"))
    }

    /// Fetches packages of a suite and unpacks them below `root`. A version that is gone gives way to the one that is there.
    pub(crate) fn take(&self, suite: &str, packages: &[&Package], root: &Path) -> Result<Vec<Unpacked>, Error> {
        let offers = self.offers(suite, packages)?;
        let chosen = packages.iter().map(|package| choose(package, &offers, self.part)).collect::<Result<Vec<_>, _>>()?;
        let names = chosen.iter().map(|package| format!("{}={}", package.name, package.version));
        let debs = self.work.join(suite).join("debs");
        let mut download = self.command(&self.get, suite);
        download.args(["-qq", "-o", "Acquire::Retries=2", "download"]).args(names).current_dir(&debs);
        say_line(format_args!("fetching from Debian {suite}: {} packages", chosen.len()));
        let output = download.output().map_err(Error::io("run", &self.get))?;
        if !output.status.success() {
            let message = format!("cannot fetch packages of Debian {suite}: {}", said(&output));
            return Err(Error::usage(message, format!("check the network and run `{}` again", self.part.command())));
        }
        for package in &chosen {
            say_line(format_args!("  {} {}", package.name, package.version));
            self.unpack(&debs, package, root)?;
        }
        Ok(chosen)
    }

    /// What the suite has of these names: each version with its checksum.
    fn offers(&self, suite: &str, packages: &[&Package]) -> Result<Offers, Error> {
        let mut show = self.command(&self.cache, suite);
        show.arg("show").args(packages.iter().map(|package| &package.name));
        // A name that is not there makes apt-cache fail; the others are printed all the same.
        let output = show.output().map_err(Error::io("run", &self.cache))?;
        Ok(read_offers(&String::from_utf8_lossy(&output.stdout)))
    }

    fn unpack(&self, debs: &Path, package: &Unpacked, root: &Path) -> Result<(), Error> {
        let start = format!("{}_", package.name);
        let mut files = fs::read_dir(debs).map_err(Error::io("read", debs))?.flatten().map(|entry| entry.path());
        let file = files.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start)));
        let file = file.ok_or_else(|| {
            let remedy = format!("run `{}` again", self.part.command());
            Error::path(debs, format!("apt fetched no file of {}", package.name), remedy)
        })?;
        let found = checksum(&file).map_err(Error::io("read", &file))?;
        if found != package.sha256 {
            let reason = format!("the checksum is {found}, it should be {}", package.sha256);
            let remedy = format!("run `{}` again, or name another mirror with `--mirror URL`", self.part.command());
            return Err(Error::path(&file, reason, remedy));
        }
        let mut extract = Command::new(&self.deb);
        extract.arg("-x").arg(&file).arg(root).stdin(Stdio::null());
        let output = extract.output().map_err(Error::io("run", &self.deb))?;
        if !output.status.success() {
            return Err(Error::path(
                &file,
                format!("cannot be unpacked: {}", said(&output)),
                "see that the disk has some 500 MB of space",
            ));
        }
        fs::remove_file(&file).map_err(Error::io("remove", &file))
    }

    fn command(&self, program: &Path, suite: &str) -> Command {
        let folder = self.work.join(suite);
        let option = |name: &str, value: &str| format!("{name}={}", folder.join(value).display());
        let mut command = Command::new(program);
        command.env("LC_ALL", "C").stdin(Stdio::null());
        for option in [
            option("Dir::Etc::sourcelist", "sources.list"),
            option("Dir::State::lists", "lists"),
            option("Dir::Cache", "cache"),
            "Dir::Etc::sourceparts=-".to_owned(),
            "Dir::State::status=/dev/null".to_owned(),
            "APT::Architecture=amd64".to_owned(),
            "APT::Architectures=amd64".to_owned(),
            // apt would fetch as a user who may not write into our folders.
            "APT::Sandbox::User=".to_owned(),
        ] {
            command.arg("-o").arg(option);
        }
        command
    }
}

/// The mirror that this machine takes Debian from.
fn known_mirror(get: &Path) -> Option<String> {
    let mut list = Command::new(get);
    list.args(["indextargets", "Created-By: Packages", "Origin: Debian", "--format", "$(REPO_URI)"]);
    let output = list.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().find(|line| !line.is_empty() && !line.contains("security")).map(str::to_owned)
}

/// Versions by name, each with its checksum; the newest first, as apt prints them.
type Offers = BTreeMap<String, Vec<(String, String)>>;

fn read_offers(text: &str) -> Offers {
    let mut offers = Offers::new();
    for stanza in text.split("\n\n") {
        let field = |name: &str| stanza.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned());
        if let (Some(name), Some(version), Some(sha256)) = (field("Package:"), field("Version:"), field("SHA256:")) {
            offers.entry(name).or_default().push((version, sha256));
        }
    }
    offers
}

/// The pinned version when the suite has it, else its newest.
fn choose(package: &Package, offers: &Offers, part: Part) -> Result<Unpacked, Error> {
    let versions = offers.get(&package.name).map(Vec::as_slice).unwrap_or_default();
    let taken = |version: &str, sha256: &str| Unpacked {
        suite: package.suite.clone(),
        name: package.name.clone(),
        asked: package.version.clone(),
        version: version.to_owned(),
        sha256: sha256.to_owned(),
    };
    if versions.iter().any(|(version, _)| *version == package.version) {
        return Ok(taken(&package.version, &package.sha256));
    }
    let Some((version, sha256)) = versions.first() else {
        let message = format!("Debian {} no longer has the package `{}`", package.suite, package.name);
        return Err(Error::usage(message, format!("use a newer hipify-rs, or {}", part.otherwise())));
    };
    say_line(format_args!("note: {} {} is gone, taking {version}", package.name, package.version));
    Ok(taken(version, sha256))
}

/// The first error that apt or dpkg printed; those after it say less.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().filter_map(|line| line.strip_prefix("E: ").or(line.strip_prefix("dpkg-deb: error: ")));
    lines.next().unwrap_or("it was stopped").trim().to_owned()
}

fn checksum(path: &Path) -> io::Result<String> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut hash = Sha256::new();
    loop {
        let part = file.fill_buf()?;
        let length = part.len();
        if length == 0 {
            break;
        }
        hash.update(part);
        file.consume(length);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: &str =
        "Package: a-dev\nVersion: 2\nSHA256: beef\n\nPackage: a-dev\nVersion: 1\nSHA256: cafe\n\nPackage: b\nVersion: 3\n";

    fn package(name: &str, version: &str) -> Package {
        let row = format!("suite = 'sid'\nname = '{name}'\nversion = '{version}'\nsha256 = 'cafe'");
        toml::from_str(&row).unwrap()
    }

    #[test]
    fn the_pinned_version_is_taken_while_the_suite_has_it() {
        let taken = choose(&package("a-dev", "1"), &read_offers(SHOWN), Part::Hip).unwrap();
        assert_eq!((&*taken.version, &*taken.sha256), ("1", "cafe"));
    }

    #[test]
    fn a_version_that_is_gone_gives_way_to_the_newest_and_both_are_recorded() {
        let taken = choose(&package("a-dev", "1.5"), &read_offers(SHOWN), Part::Hip).unwrap();
        assert_eq!((&*taken.asked, &*taken.version, &*taken.sha256), ("1.5", "2", "beef"));
    }

    #[test]
    fn a_package_that_is_gone_is_an_error_by_its_name() {
        let error = choose(&package("c", "1"), &read_offers(SHOWN), Part::Hip).unwrap_err();
        assert_eq!(error.to_string(), "Debian sid no longer has the package `c`");
    }

    #[test]
    fn a_checksum_is_that_of_the_files_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "abc").unwrap();
        // FIPS 180-2, appendix B.1.
        assert_eq!(checksum(file.path()).unwrap(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
