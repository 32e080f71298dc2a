//! `retrograde completions` and `retrograde man`: for shells and packagers.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;
use retrograde::io::{OutputFile, make_folder};

use crate::failure::Failure;
use crate::output::OutputArguments;
use crate::{Program, command};

/// The name of the program, as shells and manuals know it.
const NAME: &str = "retrograde";

/// Write what a shell needs to complete commands and options
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  source <(retrograde completions bash)
  retrograde completions zsh > ~/.zfunc/_retrograde
  retrograde completions fish > ~/.config/fish/completions/retrograde.fish")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,

    #[command(flatten)]
    output: OutputArguments,
}

impl Completions {
    pub(crate) fn run(&self, _program: &Program) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), NAME, &mut script);
        self.output.write_plain(|out| out.write_all(&script))
    }
}

/// Write the manual: a page for the program, and one for each command
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  retrograde man | man -l -
  retrograde man -o ~/.local/share/man/man1")]
pub(crate) struct Manual {
    /// Write each page to a file of its own in DIR, instead of all to standard output
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Manual {
    pub(crate) fn run(&self, _program: &Program) -> Result<(), Failure> {
        let pages = pages()?;
        let Some(folder) = &self.output else {
            let all: Vec<u8> = pages.into_iter().flat_map(|(_, page)| page).collect();
            return OutputArguments::default().write_plain(|out| out.write_all(&all));
        };
        make_folder(folder)?;
        for (name, page) in pages {
            OutputFile::write(folder.join(name), |out| out.write_all(&page))?;
        }
        Ok(())
    }
}

/// The pages with the names of their files: the program's first, and each command's before those of
/// its own commands.
fn pages() -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut root = command().disable_help_subcommand(true);
    root.build();
    let (mut pages, mut waiting) = (Vec::new(), vec![root]);
    while let Some(command) = waiting.pop() {
        let mut below: Vec<_> = command.get_subcommands().cloned().collect();
        below.reverse();
        waiting.extend(below);
        let manual = Man::new(command);
        let mut page = Vec::new();
        manual.render(&mut page)?;
        pages.push((manual.get_filename(), page));
    }
    Ok(pages)
}
