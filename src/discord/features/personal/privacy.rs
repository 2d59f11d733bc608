//! Data kept about a person: explained, exported, deleted.

use std::convert::Infallible;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::discord::bot::Bot;
use crate::discord::features::personal::privacy_view;
use crate::discord::game_messages::publisher::{attempts, unmentioned};
use crate::discord::game_messages::{error_replies, respond};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::File;
use crate::i18n::LegalDocument;
use crate::service::{Fault, Service};

/// Name of the file with a person's data.
const FILE: &str = "focusbot-data.json";

/// Explains which data is kept, with buttons to export or delete it.
#[poise::command(slash_command)]
pub(crate) async fn privacy(ctx: Context<'_>) -> Result<(), Infallible> {
    let context = RequestContext::of_command(ctx.interaction);
    let page = privacy_view::document(LegalDocument::Privacy, context.words);
    Reply::new(&ctx.data().rest, &context).say(page).await;
    Ok(())
}

/// Sends all data that is kept, as a file.
pub(crate) async fn export(bot: &Bot, context: &RequestContext) {
    let (person, limit) = (context.actor.person, context.file_limit);
    let personal_data = bot.service.ask_one_by_one(person, move |service| {
        let text = service.personal_data(person)?;
        Ok::<_, Fault>(within(limit, text.into_bytes()))
    });
    let file = async {
        let (name, bytes) = personal_data.await?;
        let about = context.words.text("data-exported", &[]);
        Ok(Outgoing::text(about.clone()).file(File { name, bytes, about }))
    };
    respond::answer(bot, Reply::new(&bot.rest, context), None, file).await;
}

/// Returns the name and content of the file with a person's data, compressed if it would be larger
/// than `limit`.
fn within(limit: usize, data: Vec<u8>) -> (String, Vec<u8>) {
    if data.len() <= limit {
        return (FILE.to_owned(), data);
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let compressed = encoder.write_all(&data).and_then(|()| encoder.finish());
    let compressed = compressed.expect("a writer to memory");
    (format!("{FILE}.gz"), compressed)
}

/// Asks for confirmation before deleting everything.
pub(crate) async fn ask_erase(bot: &Bot, reply: Reply<'_>) {
    let context = reply.context();
    let person = context.actor.person;
    let games = bot.service.ask(move |service| service.games_of(person));
    let question = async {
        let games = games.await?;
        let running = games.iter().filter(|game| game.begun && !game.is_out);
        Ok::<_, BotError>(privacy_view::erase_question(running.count(), context.words))
    };
    respond::answer(bot, reply, None, question).await;
}

/// Deletes everything, and updates the person's games in their channels.
pub(crate) async fn erase(bot: &Bot, mut reply: Reply<'_>) {
    let context = reply.context();
    let (person, now) = (context.actor.person, bot.clock.now());
    let forgotten = bot
        .service
        .ask_one_by_one(person, move |service| service.erase_person(now, person));
    let games = match reply.wait(forgotten).await {
        Ok(games) => games,
        Err(error) => return error_replies::refuse(bot, reply, None, error).await,
    };
    bot.languages.chosen.forget(person);
    let erased = context.words.text("data-erased", &[]);
    reply.say(Outgoing::text(erased)).await;
    for game in games {
        // A failure is logged, and the game is shown later.
        let attempt = attempts::show(bot, game).await;
        if attempt.is_ok() {
            unmentioned::tell(bot, game, &attempt).await;
        }
    }
}

/// Checks whether an older program was the last to use the store, before anything is written to it.
pub(crate) async fn check_indices(bot: &Bot) {
    if let Err(error) = bot.service.ask(Service::check_indices).await {
        tracing::error!(%error, "the indices of older programs could not be checked");
    }
}

/// Finishes deletions that the end of the program or an outage of the store interrupted.
pub(crate) async fn finish_forgetting(bot: &Bot) {
    let leaving = match bot.service.ask_in_parallel(Service::leaving).await {
        Ok(leaving) => leaving,
        Err(error) => {
            return tracing::error!(%error, "interrupted deletions could not be listed");
        }
    };
    for person in leaving {
        let now = bot.clock.now();
        let rest = bot
            .service
            .ask_in_parallel(move |service| service.go_on_forgetting(now, person));
        match rest.await {
            Ok(_games) => bot.languages.chosen.forget(person),
            Err(error) => tracing::error!(
                %error,
                "the data of a person could not be deleted completely; trying again later"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::within;

    #[test]
    fn data_that_is_too_large_for_discord_is_compressed() {
        let data = vec![b' '; 1_000];
        let (name, same) = within(1_000, data.clone());
        assert_eq!((name.as_str(), &same), ("focusbot-data.json", &data));
        let (name, compressed) = within(999, data.clone());
        assert_eq!(name, "focusbot-data.json.gz");
        assert!(compressed.len() < 999);
        let mut read = Vec::new();
        let done = GzDecoder::new(&compressed[..]).read_to_end(&mut read);
        done.expect("compressed data");
        assert_eq!(read, data);
    }
}
