//! Games from a custom position.

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{Stage, board, slash, table};

const POSITION: &str = "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/\
                        x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/x4 O B2 O:B1,B:O2 - 6 35";

#[tokio::test]
async fn a_game_starts_from_the_position_given() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("position", POSITION)]).await;
    let shown = table(&juergen).await;
    says(&shown, POSITION);
    stage.restart_bot().await;
    slash(&juergen, "focus join", &[]).await;
    let begun = board(&anna, 1, 0).await;
    says(&begun, "Orange** to move");
    says(&begun, "starts from the given position");
    let view = stage.game(1);
    assert_eq!(view.game.position().to_string(), POSITION);
    let people = [anna, juergen];
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn unplayable_position_is_refused_in_private() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let too_many = POSITION.replacen("OOB,x3", "OOBO,x3", 1);
    for (position, reason) in [
        ("hello", "I cannot read “hello”"),
        (&POSITION.replacen('2', "5", 1), "I cannot read “5”"),
        (&too_many, "Orange needs 18 pieces"),
    ] {
        let refusal = slash(&anna, "focus new", &[("position", position)]).await;
        says_privately(&refusal, reason);
    }
    let decided = "2 x4/x6/x8/x8/x8/x8/x6/x4 O O1 O:B18,B:O17 - 0 9";
    let options = [("position", decided), ("goal", "1")];
    let refusal = slash(&anna, "focus new", &options).await;
    let reason = "The game is over in this position";
    says(&refusal, reason);
    let options = [("position", POSITION), ("mode", "1")];
    let refusal = slash(&anna, "focus new", &options).await;
    says(&refusal, "a position of Duel");
    assert_eq!(stage.unannounced(), []);
}
