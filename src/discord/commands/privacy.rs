//! What is kept about a person: shown, handed out, deleted.

use std::convert::Infallible;

use crate::discord::bot::Bot;
use crate::discord::commands::Context;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::File;
use crate::discord::runtime::error::BotError;
use crate::discord::views;
use crate::i18n::Paper;
use crate::service::Fault;

/// The name of the file with a person's data.
const FILE: &str = "focusbot-data.json";

/// Says what is kept, with buttons to have it or to have it deleted.
#[poise::command(slash_command)]
pub(super) async fn privacy(ctx: Context<'_>) -> Result<(), Infallible> {
    let asker = RequestContext::of_command(ctx.interaction);
    let page = views::paper(Paper::Privacy, asker.words);
    Reply::new(&ctx.data().rest, &asker).say(page).await;
    Ok(())
}

/// Hands out everything that is kept, as a file.
pub(in crate::discord) async fn export(bot: &Bot, asker: &RequestContext) {
    let person = asker.actor.person;
    let dossier = bot.ask_aside(move |service| service.dossier(person));
    let file = async {
        let text = dossier.await?;
        let about = asker.words.exported();
        Ok(Outgoing::text(about.clone()).file(File {
            name: FILE.to_owned(),
            bytes: text.into_bytes(),
            about,
        }))
    };
    bot.answer(asker, Reply::new(&bot.rest, asker), None, file)
        .await;
}

/// Asks whether to delete everything for sure.
pub(in crate::discord) async fn ask_erase(bot: &Bot, asker: &RequestContext, reply: Reply<'_>) {
    let person = asker.actor.person;
    let games = bot.ask(move |service| service.games_of(person));
    let question = async {
        let games = games.await?;
        let running = games.iter().filter(|game| game.begun && !game.is_out);
        Ok::<_, BotError>(views::erase_question(running.count(), asker.words))
    };
    bot.answer(asker, reply, None, question).await;
}

/// Deletes everything, and shows in their channels what became of the person's games.
pub(in crate::discord) async fn erase(bot: &Bot, asker: &RequestContext, mut reply: Reply<'_>) {
    let (person, now) = (asker.actor.person, bot.clock.now());
    let forgotten = bot.ask_aside(move |service| service.forget(now, person));
    let games = match reply.wait(forgotten).await {
        Ok(games) => games,
        Err(error) => {
            return reply.say(bot.explain(asker.words, None, error).await).await;
        }
    };
    bot.locales.learn_person(person, None);
    reply.say(Outgoing::text(asker.words.erased())).await;
    for game in games {
        // What is in the way is logged, and is shown later.
        let _ = bot.show(game).await;
    }
}

impl Bot {
    /// Goes on forgetting people where the end of the program came in between.
    pub(in crate::discord) async fn finish_forgetting(&self) {
        let now = self.clock.now();
        let rest = self.ask(move |service| {
            for person in service.leaving()? {
                service.forget(now, person)?;
            }
            Ok::<_, Fault>(())
        });
        if let Err(error) = rest.await {
            tracing::error!(?error, "somebody is still to be forgotten");
        }
    }
}
