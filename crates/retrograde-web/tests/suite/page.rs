//! The built page is as new as its sources, which are under `web/`.

use std::fs;
use std::path::{Path, PathBuf};

/// What the page is made of, beside the folder `src`.
const FILES: [&str; 5] =
    ["index.html", "package-lock.json", "scripts/stamp.ts", "tsconfig.json", "vite.config.ts"];

/// FNV-1a over the paths in order, each with its text, a zero byte after either, as in
/// `web/scripts/stamp.ts`.
fn stamp(web: &Path) -> String {
    let mut paths: Vec<PathBuf> = FILES.iter().map(PathBuf::from).collect();
    let mut folders = vec![web.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                paths.push(path.strip_prefix(web).expect("a path below it").to_owned());
            }
        }
    }
    let mut named: Vec<(String, PathBuf)> =
        paths.into_iter().map(|path| (path.to_string_lossy().replace('\\', "/"), path)).collect();
    named.sort();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (name, path) in named {
        let text = fs::read_to_string(web.join(path)).expect("sources are text");
        add(name.as_bytes());
        add(&[0]);
        add(text.replace("\r\n", "\n").as_bytes());
        add(&[0]);
    }
    format!("{hash:016x}")
}

#[test]
fn the_built_page_is_as_new_as_its_sources() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    if !web.join("src").is_dir() {
        return; // A crate that was packed has the page alone.
    }
    let mark = format!("<meta name=\"sources\" content=\"{}\" />", stamp(&web));
    assert!(
        retrograde_web::page::PAGE.contains(&mark),
        "the page is older than its sources: run 'npm ci' and 'npm run build' in web/, and commit \
         crates/retrograde-web/page/index.html"
    );
}

#[test]
fn the_page_needs_nothing_else() {
    let page = retrograde_web::page::PAGE;
    for tag in ["<script src", "<script type=\"module\" src", "<link rel=\"stylesheet\"", "@import"]
    {
        assert!(!page.contains(tag), "the page loads something by {tag}");
    }
    assert_eq!(page.matches("id=\"given\"").count(), 1, "there is one place for what is given");
}
