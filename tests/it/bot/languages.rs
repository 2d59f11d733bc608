//! Private answers in the person's language, public ones in the server's.

use crate::bot::stage::{Stage, board, press, slash, table};

#[tokio::test]
async fn everybody_is_answered_in_his_own_language() {
    let stage = Stage::new().await;
    for (name, words) in [
        ("anna", "You have no games."),
        ("juergen", "Du hast keine"),
        ("sjoerd", "Je hebt geen"),
        ("lukasz", "Nie masz żadnych partii"),
        ("eleonora", "Tu n’as aucune partie"),
    ] {
        let person = stage.person(name).await;
        let list = slash(&person, "focus games", &[]).await;
        assert!(list.content().contains(words), "{name}: {}", list.content());
    }
}

#[tokio::test]
async fn tables_and_boards_are_in_the_language_of_the_server() {
    let stage = Stage::new().await;
    let people = stage.people(["lukasz", "juergen"]).await;
    slash(&people[0], "focus new", &[]).await;
    let shown = table(&people[1]).await;
    assert!(
        shown.content().contains("Everyone may sit down."),
        "{}",
        shown.content()
    );
    people[1].press(&shown, "Join").await.expect("a button");
    let shown = board(&people[0], 1, 0).await;
    assert!(shown.content().contains("to move"), "{}", shown.content());
    let look = press(&people[0], &shown, "Board").await;
    assert!(look.content().contains("ruch"), "{}", look.content());
}
