//! What the server answers, one request at a time.

use crate::common;

use base64::Engine as _;
use common::{Running, graph};
use retrograde::{Objective, Options, open};
use retrograde_web::server::Settings;
use serde_json::{Value, json};

fn example(file: &str) -> String {
    format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_page_may_run_its_own_scripts_and_nothing_else() {
    let server = Running::plain();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src '"), "{policy}");
    assert!(policy.contains("connect-src 'self'") && policy.contains("frame-ancestors 'none'"));
    let scripts = policy.split("script-src").nth(1).unwrap().split(';').next().unwrap();
    assert!(!scripts.contains("unsafe"), "{scripts}");
    for name in ["x-content-type-options", "referrer-policy", "cross-origin-resource-policy"] {
        assert!(page.header(name).is_some(), "{name}");
    }
}

#[test]
fn about_lists_what_there_is() {
    let inputs = vec![open(example("escape.txt")).unwrap(), open("nim:1,2").unwrap()];
    let server = Running::start(Settings { inputs, ..Settings::default() });
    let about = server.get("/api/about").json();
    let names: Vec<&str> = about["objectives"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, Objective::ALL.map(|objective| objective.name()));
    let opened = about["opened"].as_array().unwrap();
    assert_eq!((&opened[0]["name"], &opened[0]["kind"]), (&json!("escape.txt"), &json!("graph")));
    assert_eq!(opened[0]["shape"]["vertices"], 3);
    assert_eq!(opened[0]["graph"]["vertices"][2]["name"], "t");
    assert_eq!((&opened[1]["name"], &opened[1]["kind"]), (&json!("nim:1,2"), &json!("game")));
    // A game is explored when somebody asks about it.
    let subject = json!({"opened": opened[1]["id"]});
    let asked = json!({"subject": subject, "question": {"objective": "outcome"}});
    let answer = server.ask("/api/solve", &asked);
    assert_eq!(answer["columns"], json!(["vertex", "outcome", "distance", "move", "to"]));
    assert_eq!(answer["summary"]["start"]["outcome"], "win");
}

#[test]
fn every_objective_is_answered_as_the_command_line_answers_it() {
    let server = Running::plain();
    for objective in Objective::ALL {
        let facts = objective.facts();
        let mut graph = graph();
        let question = json!({"objective": facts.name});
        if matches!(objective, Objective::Rabin(_) | Objective::Streett(_)) {
            graph.as_object_mut().unwrap().remove("acceptance");
        }
        let asked = json!({"subject": {"graph": graph}, "question": question, "trace": true});
        let answer = server.ask("/api/solve", &asked);
        assert_eq!(answer["verified"], true, "{objective}");
        let columns: Vec<&str> = facts.columns().collect();
        assert_eq!(answer["columns"], json!(columns), "{objective}");
        let rows = answer["rows"].as_array().unwrap();
        for (row, name) in rows.iter().zip(["a", "b", "t"]) {
            assert_eq!(row["vertex"], name);
            let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
            assert!(columns.iter().all(|column| keys.iter().any(|key| key == column)), "{keys:?}");
        }
        assert_eq!(answer["paints"].as_array().unwrap().len(), 3);
        assert_eq!(answer["trace"].is_object(), facts.traced, "{objective}");
        for vertex in [json!(0), json!("b")] {
            let asked =
                json!({"subject": {"graph": graph}, "question": question, "vertex": vertex});
            let told = server.ask("/api/explain", &asked);
            assert!(!told["text"].as_array().unwrap().is_empty(), "{objective}");
            let line = server.ask("/api/line", &asked);
            assert!(!line["steps"].as_array().unwrap().is_empty(), "{objective}");
        }
    }
}

#[test]
fn moves_are_edges_as_they_were_sent() {
    let server = Running::plain();
    let asked = json!({"subject": {"graph": graph()}, "question": {"objective": "mean-payoff"}, "trace": true});
    let answer = server.ask("/api/solve", &asked);
    let chosen: Vec<&Value> =
        answer["paints"].as_array().unwrap().iter().map(|it| &it["move"]).collect();
    assert_eq!(chosen, [&json!([2]), &json!([0]), &json!([3])]);
    let asked = json!({"subject": {"graph": graph()}, "question": {"objective": "reachability"}, "trace": true});
    let answer = server.ask("/api/solve", &asked);
    for event in answer["trace"]["events"].as_array().unwrap() {
        let Some(look) = event["look"].as_object() else { continue };
        for edge in look["edges"].as_array().unwrap() {
            let graph = graph();
            let edge = &graph["edges"][edge.as_u64().unwrap() as usize];
            let [from, to] = ["from", "to"]
                .map(|end| &graph["vertices"][edge[end].as_u64().unwrap() as usize]["name"]);
            let words = event["words"].as_str().unwrap();
            assert!(
                words.contains(from.as_str().unwrap()) || words.contains(to.as_str().unwrap()),
                "{words}"
            );
        }
    }
}

#[test]
fn the_examples_are_there_and_can_be_asked_about() {
    let server = Running::plain();
    let presets = server.get("/api/presets").json();
    for preset in presets.as_array().unwrap() {
        let asked = json!({"subject": {"graph": preset["graph"]}, "question": preset["question"], "trace": true});
        assert_eq!(server.ask("/api/solve", &asked)["verified"], true, "{}", preset["id"]);
    }
}

#[test]
fn files_of_all_formats_are_opened_and_written() {
    let server = Running::plain();
    let text = std::fs::read_to_string(example("infinite/crossing.dot")).unwrap();
    let opened = server.ask("/api/open", &json!({"name": "crossing.dot", "content": text}));
    assert_eq!(opened["graph"]["vertices"].as_array().unwrap().len(), 5);
    assert!(opened["notes"][0].as_str().unwrap().contains("outcome does not look at"), "{opened}");
    let about = server.get("/api/about").json();
    let written =
        about["formats"].as_array().unwrap().iter().filter(|format| format["write"] == true);
    let names: Vec<&str> = written.map(|format| format["name"].as_str().unwrap()).collect();
    for format in names.into_iter().chain(["svg", "html"]) {
        let asked = json!({
            "graph": opened["graph"],
            "format": format,
            "question": {"objective": "parity"},
        });
        let saved = server.post("/api/export", &asked);
        // Matrices have numbers for names, and there is nothing else that they could be called.
        if saved.status != 200 {
            assert!(["mtx", "npz"].contains(&format), "{format}: {}", saved.error());
            continue;
        }
        let saved = saved.json();
        if ["svg", "html"].contains(&format) {
            assert!(
                saved["content"].as_str().unwrap().contains("crossing")
                    || saved["content"].as_str().unwrap().starts_with('<')
            );
            continue;
        }
        let name = format!("again.{}", saved["extension"].as_str().unwrap());
        let again =
            json!({"name": name, "content": saved["content"], "encoding": saved["encoding"]});
        let again = server.ask("/api/open", &again);
        assert_eq!(again["shape"]["edges"], 9, "{format}");
    }
    let bytes = base64::engine::general_purpose::STANDARD.encode(b"a b\nb a\n");
    let opened = json!({"name": "x", "content": bytes, "encoding": "base64", "format": "edges"});
    assert_eq!(server.ask("/api/open", &opened)["shape"]["edges"], 2);
    let wrong = server.post("/api/open", &json!({"name": "x.txt", "content": "a b\nc d e f\n"}));
    assert_eq!(
        (wrong.status, wrong.json()["place"].as_str()),
        (422, Some("2:5")),
        "{}",
        wrong.error()
    );
    let unknown = server.post("/api/open", &json!({"name": "x", "content": "a b"}));
    assert!(unknown.json()["remedies"][0].as_str().unwrap().starts_with("Choose its format"));
}

#[test]
fn a_page_to_give_away_holds_all_that_it_shows() {
    let server = Running::plain();
    let mut graph = graph();
    graph["vertices"][0]["name"] = json!("</script><b>");
    graph["vertices"][0]["x"] = json!(17.5);
    graph["vertices"][0]["y"] = json!(-3);
    let asked =
        json!({"graph": graph, "format": "html", "title": "T", "question": {"objective": "buchi"}});
    let page = server.ask("/api/export", &asked);
    let page = page["content"].as_str().unwrap();
    assert!(!page.contains("</script><b>"));
    let data = page.split(r#"<script type="application/json" id="given">"#).nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script").next().unwrap()).unwrap();
    assert_eq!(data["graph"]["vertices"][0]["name"], "</script><b>");
    assert_eq!(data["graph"]["vertices"][0]["x"], 17.5);
    assert_eq!(data["answer"]["rows"].as_array().unwrap().len(), 3);
    assert!(data["answer"]["trace"]["events"].as_array().unwrap().len() > 1);
    assert_eq!(data["explanations"].as_array().unwrap().len(), 3);
}

#[test]
fn large_graphs_are_shown_in_parts() {
    let server = Running::plain();
    let text: String =
        (0..3000).map(|v| format!("{v} {}\n{v} {}\n", v + 1, (v * 7) % 3001)).collect();
    let opened = server.ask("/api/open", &json!({"name": "large.txt", "content": text}));
    assert!(opened.get("graph").is_none());
    assert_eq!(opened["shape"]["vertices"], 3001);
    let about = json!({"subject": {"opened": opened["id"]}, "question": {"objective": "outcome"}});
    let answer = server.ask("/api/solve", &about);
    assert!(answer.get("rows").is_none());
    let overview = server.ask("/api/overview", &about);
    let blocks = overview["blocks"].as_array().unwrap();
    assert!(blocks.len() <= 200);
    assert_eq!(blocks.iter().map(|block| block["size"].as_u64().unwrap()).sum::<u64>(), 3001);
    let mut asked = about.clone();
    asked["vertex"] = blocks[0]["sample"][0]["name"].clone();
    asked["limit"] = json!(40);
    let part = server.ask("/api/neighbourhood", &asked);
    let ids = part["ids"].as_array().unwrap();
    assert!(ids.len() <= 40 && ids[0] == blocks[0]["sample"][0]["index"]);
    for key in ["rows", "paints"] {
        assert_eq!(part[key].as_array().unwrap().len(), ids.len());
    }
    assert_eq!(part["rows"][0]["vertex"], asked["vertex"]);
    assert!(part["graph"]["vertices"][0]["x"].is_number());
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let server = Running::plain();
    let ask = |graph: Value, objective: &str| {
        let asked = json!({"subject": {"graph": graph}, "question": {"objective": objective}});
        server.post("/api/solve", &asked)
    };
    let one = |vertex: Value| json!({"vertices": [vertex], "edges": []});
    for (graph, objective, status, error, place) in [
        (one(json!({"name": "a"})), "parity", 422, "has no priority", Some("a")),
        (one(json!({"name": "a"})), "chess", 422, "there is no objective 'chess'", None),
        (one(json!({"name": "a", "owner": 7})), "parity", 422, "it is 0 or 1", Some("a")),
        (one(json!({"name": "a", "colors": [64]})), "outcome", 422, "from 0 to 63", Some("a")),
        (one(json!({"name": "a", "owner": 0})), "energy", 422, "has no move", Some("a")),
        (
            json!({"vertices": [{"name": "a"}, {"name": "a"}], "edges": []}),
            "outcome",
            422,
            "two vertices",
            Some("a"),
        ),
        (
            json!({"vertices": [], "edges": [{"from": 0, "to": 0}]}),
            "outcome",
            422,
            "does not exist",
            Some("edges[0]"),
        ),
        (
            json!({"vertices": [{"name": "a", "verdict": "win"}], "edges": [{"from": 0, "to": 0}]}),
            "outcome",
            422,
            "a verdict and moves",
            Some("a"),
        ),
        (
            json!({"vertices": [], "edges": [], "acceptance": "Inf("}),
            "outcome",
            422,
            "the condition",
            Some("acceptance"),
        ),
        (
            json!({"vertices": [{"name": "a", "wieght": 3}], "edges": []}),
            "outcome",
            400,
            "unknown field `wieght`",
            Some("1:"),
        ),
    ] {
        let answered = ask(graph, objective);
        assert_eq!(answered.status, status, "{}", answered.error());
        assert!(answered.error().contains(error), "{}", answered.error());
        let found = answered.json()["place"].as_str().map(str::to_owned);
        assert!(match place {
            Some(place) => found.is_some_and(|found| found.starts_with(place)),
            None => found.is_none(),
        });
    }
    let asked =
        json!({"subject": {"graph": graph()}, "question": {"objective": "parity", "misere": true}});
    assert!(server.post("/api/solve", &asked).error().contains("goes with outcome or partizan"));
    let asked = json!({"subject": {"opened": "0123"}, "question": {"objective": "parity"}});
    assert_eq!(server.post("/api/solve", &asked).status, 410);
    let asked =
        json!({"subject": {"graph": graph()}, "question": {"objective": "outcome"}, "vertex": "z"});
    assert_eq!(server.post("/api/explain", &asked).status, 404);
}

#[test]
fn the_largest_picture_that_is_drawn_is_given_away_from_an_opened_game() {
    let mut nim = open("nim:3,4").unwrap();
    let arena = nim.arena(&Options::default()).unwrap();
    assert!(arena.names.moves().is_some());
    let server = Running::start(Settings { inputs: vec![nim], ..Settings::default() });
    let opened = server.get("/api/about").json()["opened"][0].clone();
    let asked = json!({"subject": {"opened": opened["id"]}, "question": {"objective": "grundy"}});
    assert_eq!(server.ask("/api/solve", &asked)["rows"].as_array().unwrap().len(), 20);
}
