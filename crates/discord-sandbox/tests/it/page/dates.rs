//! Dates on the page: timestamps in messages, and when messages were written.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::browser::Window;
use super::place;
use super::tab::Tab;

/// Makes the page use `present`, once it is set, as the current time in milliseconds.
const CLOCK: &str = "(() => {
    const Machine = Date;
    window.Date = class extends Machine {
        constructor(...given) {
            super(...(given.length > 0 ? given : [Date.now()]));
        }
        static now() {
            return window.present ?? Machine.now();
        }
    };
})()";

/// Seconds since 1970.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.expect("a clock after 1970").as_secs()
}

/// Waits for this number of timestamps and returns what they say, with plain spaces.
fn timestamps(tab: &mut Tab, count: usize) -> Value {
    tab.wait(&format!(
        "document.querySelectorAll('.timestamp').length === {count}"
    ));
    tab.value(
        "[...document.querySelectorAll('.timestamp')]
            .map((node) => node.textContent.replace(/\\s/g, ' '))",
    )
}

#[test]
fn timestamps_have_the_formats_of_discord_in_the_language_of_the_person() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let styles = ["", ":t", ":T", ":d", ":D", ":f", ":F", ":s", ":S"];
    let content = styles.map(|style| format!("<t:1618935630{style}>"));
    place.post(&mut anna, &json!({ "content": content.join("\n") }));

    let mut juergen = place.enter("juergen", Window::PHONE);
    let english = json!([
        "April 20, 2021 at 4:20 PM",
        "4:20 PM",
        "4:20:30 PM",
        "04/20/2021",
        "April 20, 2021",
        "April 20, 2021 at 4:20 PM",
        "Tuesday, April 20, 2021 at 4:20 PM",
        "04/20/2021, 4:20 PM",
        "04/20/2021, 4:20:30 PM",
    ]);
    let german = json!([
        "20. April 2021 um 16:20",
        "16:20",
        "16:20:30",
        "20.04.2021",
        "20. April 2021",
        "20. April 2021 um 16:20",
        "Dienstag, 20. April 2021 um 16:20",
        "20.04.2021, 16:20",
        "20.04.2021, 16:20:30",
    ]);
    assert_eq!(timestamps(&mut anna, styles.len()), english);
    assert_eq!(timestamps(&mut juergen, styles.len()), german);
}

#[test]
fn relative_times_round_like_those_of_discord() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let now = now();
    anna.value(CLOCK);
    anna.value(&format!("window.present = {now}000"));
    let [minute, hour, day] = [60, 3_600, 86_400];
    let rows = [
        (now + 5 * minute + 20, "in 5 minutes"),
        (now - 100 * minute, "2 hours ago"),
        (now - 23 * hour, "1 day ago"),
        (now + 360 * day, "in 1 year"),
    ];
    let content = rows.map(|(time, _)| format!("<t:{time}:R>"));
    place.post(&mut anna, &json!({ "content": content.join("\n") }));

    let expected = rows.map(|(_, words)| words);
    assert_eq!(timestamps(&mut anna, rows.len()), json!(expected));
}

#[test]
fn dates_stay_current_while_the_page_is_open() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    let time = "document.querySelector('.message header time')";
    let later =
        |days: u32| format!("window.present = Date.parse({time}.dateTime) + {days} * 86_400_000");
    anna.value(CLOCK);
    let content = format!("<t:{}:R>", now());
    place.post(&mut anna, &json!({ "content": content }));
    anna.see(".timestamp", "ago");

    anna.value(&later(1));
    anna.see(".timestamp", "1 day ago");
    anna.wait(&format!("{time}.textContent.startsWith('Yesterday, ')"));
    anna.value(&later(2));
    anna.see(".timestamp", "2 days ago");
    anna.wait(&format!(
        "/^\\d\\d\\/\\d\\d\\/\\d{{4}}, /.test({time}.textContent)"
    ));
    anna.is_clean();
}
