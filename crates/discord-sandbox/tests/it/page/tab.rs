//! Browser tab, used like a person does: looking, clicking, typing.

use serde_json::{Value, json};

use super::browser::Window;
use super::devtools::DevTools;

/// Promise that evaluates an expression on every change of the page, and in the first frame after
/// every 40 ms, until it is true.
///
/// `{what}` is the expression, in JavaScript; the promise resolves to its first true value.
const WATCH: &str = "new Promise((resolve) => {
    let done = false;
    const look = () => {
        const found = !done && ({what});
        if (!found) return;
        done = true;
        observer.disconnect();
        resolve(found instanceof Node ? true : found);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const frame = () => {
        look();
        if (!done) setTimeout(() => requestAnimationFrame(frame), 40);
    };
    frame();
})";

/// Function behind `find`: returns the last element of this kind that shows these words.
const FIND: &str = "((kind, words) => [...document.querySelectorAll(kind)]
    .filter((node) => node.checkVisibility() && node.textContent.includes(words)).at(-1))";

/// Records whether the next press and click of the mouse reach an element, or what covers it now.
const AIM: &str = "(() => {
    const aim = window.aim = { mousedown: false, click: false };
    const at = (node) => node.getBoundingClientRect();
    const top = (node) => document.elementFromPoint(
        at(node).x + at(node).width / 2, at(node).y + at(node).height / 2);
    const aimed = {element};
    const cover = aimed && top(aimed);
    for (const kind of ['mousedown', 'click']) {
        addEventListener(kind, (event) => {
            aim[kind] = !!aimed?.contains(event.target) || event.target === cover;
        }, { capture: true, once: true });
    }
})()";

/// Key that is not a character.
#[derive(Clone, Copy, Debug)]
pub(super) enum Key {
    Enter,
    Escape,
    Tab,
    Down,
    Backspace,
}

/// Page in the browser.
#[derive(Debug)]
pub(super) struct Tab {
    devtools: DevTools,
}

/// Returns an expression for the last visible element of a kind (a selector) that shows these
/// words.
pub(super) fn find(kind: &str, words: &str) -> String {
    format!("{FIND}({}, {})", json!(kind), json!(words))
}

impl Tab {
    pub(super) fn new(devtools: DevTools, url: &str, window: Window) -> Self {
        let mut tab = Self { devtools };
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            tab.devtools.call(domain, &json!({}));
        }
        let Window {
            width,
            height,
            colors,
        } = window;
        tab.devtools.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        tab.devtools.call(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [{ "name": "prefers-color-scheme", "value": colors }] }),
        );
        // The dates on the page do not depend on the machine.
        tab.devtools.call(
            "Emulation.setTimezoneOverride",
            &json!({ "timezoneId": "UTC" }),
        );
        // Other tabs of the browser are in use at the same time.
        tab.devtools.call(
            "Emulation.setFocusEmulationEnabled",
            &json!({ "enabled": true }),
        );
        tab.go(url);
        tab
    }

    /// Loads a URL and waits until the page is set up.
    #[track_caller]
    pub(super) fn go(&mut self, url: &str) {
        self.devtools.call("Page.navigate", &json!({ "url": url }));
        self.devtools.event("Page.loadEventFired");
        self.wait("document.querySelector('#app:not([hidden])')");
    }

    /// Returns the current value of an expression.
    #[track_caller]
    pub(super) fn value(&mut self, expression: &str) -> Value {
        self.evaluate(expression, false)
    }

    /// Waits until an expression is true and returns its value.
    #[track_caller]
    pub(super) fn wait(&mut self, expression: &str) -> Value {
        self.evaluate(&WATCH.replace("{what}", expression), true)
    }

    /// Waits until an element of this kind shows these words.
    #[track_caller]
    pub(super) fn see(&mut self, kind: &str, words: &str) {
        self.wait(&find(kind, words));
    }

    #[track_caller]
    fn evaluate(&mut self, expression: &str, promise: bool) -> Value {
        let params =
            json!({ "expression": expression, "awaitPromise": promise, "returnByValue": true });
        let answer = self.devtools.try_call("Runtime.evaluate", &params);
        match answer {
            Ok(mut answer) if answer.get("exceptionDetails").is_none() => {
                answer["result"]["value"].take()
            }
            Ok(answer) => panic!("{expression}\n{}", answer["exceptionDetails"]),
            Err(error) => panic!(
                "{expression}\n{error}\nwhat was seen:\n{}",
                self.everything()
            ),
        }
    }

    /// Returns all text on the page, for the message of a failing test.
    fn everything(&mut self) -> String {
        let params = json!({ "expression": "document.body.innerText", "returnByValue": true });
        let answer = self.devtools.try_call("Runtime.evaluate", &params);
        answer.map_or_else(
            |error| error,
            |mut answer| answer["result"]["value"].take().to_string(),
        )
    }

    /// Moves the mouse over the element of an expression, once it has stopped moving and is not
    /// covered.
    #[track_caller]
    pub(super) fn hover(&mut self, element: &str) -> (f64, f64) {
        let reach = "((node) => {
            if (!node) return null;
            node.scrollIntoView({ block: 'nearest' });
            const box = node.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const [last, now] = [window.lastPlace, { x, y, frame: document.timeline.currentTime }];
            if (last?.x !== x || last.y !== y) window.lastPlace = now;
            const rests = last?.x === x && last.y === y && last.frame !== now.frame;
            const top = document.elementFromPoint(x, y);
            return rests && top && (node.contains(top) || top.contains(node)) ? [x, y] : null;
        })";
        let place = self.wait(&format!("{reach}({element})"));
        let (x, y) = (
            place[0].as_f64().expect("a number"),
            place[1].as_f64().expect("a number"),
        );
        self.mouse("mouseMoved", x, y);
        (x, y)
    }

    /// Clicks the element of an expression.
    ///
    /// A message that arrives may move the element away from under the pointer. So the button is
    /// released elsewhere if something else was pressed, and the click is repeated until the
    /// element has received it.
    #[track_caller]
    pub(super) fn click(&mut self, element: &str) {
        loop {
            let (x, y) = self.hover(element);
            self.value(&AIM.replace("{element}", element));
            self.mouse("mousePressed", x, y);
            if self.value("window.aim?.mousedown") == json!(false) {
                self.mouse("mouseMoved", 0.0, 0.0);
                self.mouse("mouseReleased", 0.0, 0.0);
                continue;
            }
            self.mouse("mouseReleased", x, y);
            // If the click has left the page, the new page has no record of it.
            if self.value("window.aim?.click") != json!(false) {
                return;
            }
        }
    }

    /// Clicks the last element of this kind that shows these words.
    #[track_caller]
    pub(super) fn press_on(&mut self, kind: &str, words: &str) {
        self.click(&find(kind, words));
    }

    fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let params = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 });
        self.devtools.call("Input.dispatchMouseEvent", &params);
    }

    /// Types characters one after the other into the focused element.
    pub(super) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let letter = letter.to_string();
            let down = json!({ "type": "keyDown", "text": letter, "key": letter });
            self.devtools.call("Input.dispatchKeyEvent", &down);
            self.devtools.call(
                "Input.dispatchKeyEvent",
                &json!({ "type": "keyUp", "key": letter }),
            );
        }
    }

    /// Presses a key that is not a character.
    pub(super) fn key(&mut self, key: Key) {
        let (name, code, text) = match key {
            Key::Enter => ("Enter", 13, "\r"),
            Key::Escape => ("Escape", 27, ""),
            Key::Tab => ("Tab", 9, ""),
            Key::Down => ("ArrowDown", 40, ""),
            Key::Backspace => ("Backspace", 8, ""),
        };
        let kind = if text.is_empty() {
            "rawKeyDown"
        } else {
            "keyDown"
        };
        let down = json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code, "text": text });
        self.devtools.call("Input.dispatchKeyEvent", &down);
        let up =
            json!({ "type": "keyUp", "key": name, "code": name, "windowsVirtualKeyCode": code });
        self.devtools.call("Input.dispatchKeyEvent", &up);
    }

    /// Writes a message into the entry field and sends it.
    #[track_caller]
    pub(super) fn say(&mut self, text: &str) {
        self.click("document.querySelector('#entry')");
        self.type_text(text);
        self.key(Key::Enter);
    }

    /// Fails if a script threw or the browser reported an error, such as a violation of the page's
    /// policy.
    #[track_caller]
    pub(super) fn is_clean(&mut self) {
        // Everything before this response has been reported by then.
        self.value("1");
        let thrown = self.devtools.arrived("Runtime.exceptionThrown");
        assert!(thrown.is_empty(), "scripts threw: {thrown:#?}");
        let mut complaints = self.devtools.arrived("Log.entryAdded");
        complaints.retain(|entry| {
            entry["entry"]["level"] == "error" && entry["entry"]["source"] != "network"
        });
        assert!(
            complaints.is_empty(),
            "the browser complained: {complaints:#?}"
        );
    }
}
