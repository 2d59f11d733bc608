//! Message of a review: the chart of a game, or the board before one of its key moments.

use std::sync::Arc;

use crate::discord::bot::Bot;
use crate::discord::game_messages::drawing::renderers::Renderers;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::respond::share_button::Audience;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::message::Picture;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views::{self, accent};
use crate::i18n::Words;
use crate::service::{GameView, PersonalView, ThemeName};
use focus::{Color, Direction};
use focus_engine::analysis::{GameReport, Moment, REVIEW_NODES};
use focus_render::{Chart, Renderer, Scene};

/// Returns the report on a game in words and a chart, or a key moment, counted from 1, which one
/// person sees from their usual side.
pub(crate) async fn reviewed(
    bot: &Bot,
    context: &RequestContext,
    (personal, report): (&PersonalView, Arc<GameReport>),
    number: Option<usize>,
    audience: Audience<'_>,
) -> Result<Outgoing, BotError> {
    let (view, theme) = (&personal.view, audience.theme(bot, context).await);
    let down = if audience.is_one() {
        ViewPreferences::of(context, personal).down
    } else {
        Direction::South
    };
    let words = bot.emojis.shown_in(audience.words());
    let moment = number.and_then(|number| report.moments.get(number.checked_sub(1)?));
    let text = match moment {
        Some(moment) => words.explanation(view, moment),
        None => words.report(view, &report, REVIEW_NODES),
    };
    let mut rows = views::review_rows(view, &report, number, words);
    if audience.is_one() {
        let shown = moment
            .and(number)
            .and_then(|number| u32::try_from(number).ok());
        let share = GameButtonId::new(HistoryButton::ShareReview, view.id, shown.unwrap_or(0));
        rows.extend(views::share_rows(share, words));
    }
    let winner = views::outcome(view).and_then(|outcome| outcome.winners.iter().next());
    let container = Container::new(accent(winner.unwrap_or(Color::Orange)));
    let container = container.footnote(audience.with_sharer(String::new()));
    let (renderers, view) = (Arc::clone(&bot.drawing.renderers), view.clone());
    let drawn = bot.drawing.drawn(move || {
        let moment = number.and_then(|number| report.moments.get(number.checked_sub(1)?));
        match moment {
            Some(moment) => moment_picture(renderers.renderer(theme), (&view, down), moment, words),
            None => chart_picture(theme, &view, &report, words),
        }
    });
    Ok(Outgoing::text(text)
        .in_container(container)
        .rows(rows)
        .picture(drawn.await?))
}

fn chart_picture(theme: ThemeName, view: &GameView, report: &GameReport, words: Words) -> Picture {
    let moments: Vec<_> = report.moments.iter().map(|moment| moment.plies).collect();
    let chart = Chart {
        title: &words.text("eval-chart", &[]),
        names: &views::names(view, words),
        mode: view.game.rules().mode(),
        chances: &report.chances,
        result: report.result,
        moments: &moments,
    };
    Picture {
        name: format!("report-{}.png", view.id.0),
        png: chart.to_png(Renderers::theme(theme)),
        alt: words.report_alt(view, report),
    }
}

fn moment_picture(
    renderer: &Renderer,
    (view, down): (&GameView, Direction),
    moment: &Moment,
    words: Words,
) -> Picture {
    let scene = Scene {
        down,
        ..views::moment(view, moment, words)
    };
    Picture {
        name: format!("moment-{}-{}.png", view.id.0, moment.plies + 1),
        png: renderer.board_png(&scene),
        alt: words.moment_alt(moment),
    }
}
