//! Drawing of pictures: off the async threads, and a limited number at once.

pub(crate) mod emoji_upload;
pub(crate) mod emojis;
pub(crate) mod renderers;
pub(crate) mod replay_encoder;
pub(crate) mod view_preferences;

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use tokio::sync::{AcquireError, Semaphore};

use crate::discord::game_messages::drawing::renderers::Renderers;
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::message::Picture;
use crate::discord::runtime::fault::{FaultId, spawn_blocking};
use crate::discord::views;
use crate::i18n::Words;
use crate::metrics::{FaultKind, Metrics, TurnStage};
use crate::service::{GameView, TableView, ThemeName};
use focus::{Color, Position};
use focus_render::{Renderer, Scene};

/// Drawing of pictures.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) renderers: Arc<Renderers>,
    /// Limits the pictures drawn at once to the number of cores: more would use memory and delay
    /// responses without being faster.
    slots: Semaphore,
    metrics: Metrics,
}

impl Drawing {
    /// Creates a drawing part with the renderer of the default theme.
    pub(crate) fn new(renderer: Arc<Renderer>, metrics: Metrics) -> Self {
        Self {
            renderers: Arc::new(Renderers::new(renderer)),
            slots: Semaphore::new(thread::available_parallelism().map_or(1, NonZero::get)),
            metrics,
        }
    }

    /// Draws the board in somebody's view.
    pub(crate) async fn picture(
        &self,
        view: &GameView,
        ViewPreferences { theme, down }: ViewPreferences,
        words: Words,
    ) -> Result<Picture, BotError> {
        let scene = views::scene(view, down, words);
        self.draw(theme, scene, views::file_name(view), words.alt_text(view))
            .await
    }

    /// Draws the small picture of a table.
    pub(crate) async fn table(
        &self,
        table: &TableView,
        theme: ThemeName,
        words: Words,
    ) -> Result<Picture, BotError> {
        let (scene, alt) = (views::table_scene(table, words), words.table_alt(table));
        self.draw(theme, scene, views::table_file_name(table), alt)
            .await
    }

    pub(crate) async fn draw(
        &self,
        theme: ThemeName,
        scene: Scene,
        name: String,
        alt: String,
    ) -> Result<Picture, BotError> {
        let renderers = Arc::clone(&self.renderers);
        let png = self.drawn(move || renderers.renderer(theme).board_png(&scene));
        let png = png.await?;
        Ok(Picture { name, png, alt })
    }

    /// Runs a drawing function off the async threads, and measures its time.
    pub(crate) fn drawn<T: Send + 'static>(
        &self,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, BotError>> + Send {
        let (span, metrics) = (tracing::Span::current(), self.metrics.clone());
        // Boxed, because a game is large and the future is part of many others.
        let timed = Box::new(move || {
            let begun = Instant::now();
            let drawn = span.in_scope(|| {
                catch_unwind(AssertUnwindSafe(draw)).map_err(|_panic| {
                    metrics.fault(FaultKind::Picture);
                    BotError::Logged(FaultId::of_panic())
                })
            });
            metrics.stage(TurnStage::Draw, begun.elapsed());
            drawn
        });
        async move {
            let turn = self.slots.acquire().await;
            let broken =
                |error: AcquireError| BotError::Broken(FaultKind::System, error.to_string());
            let _turn = turn.map_err(broken)?;
            spawn_blocking(FaultKind::System, timed).await?
        }
    }

    /// Draws a chart, list or card in a theme.
    pub(crate) async fn chart(
        &self,
        theme: ThemeName,
        subject: &str,
        alt: String,
        draw: impl FnOnce(&Renderer) -> Vec<u8> + Send + 'static,
    ) -> Result<Picture, BotError> {
        let renderers = Arc::clone(&self.renderers);
        let png = self.drawn(move || draw(renderers.renderer(theme))).await?;
        Ok(Picture {
            // A client may show a cached picture for a file name it knows.
            name: format!("{subject}-{:08x}.png", crc32fast::hash(&png)),
            png,
            alt,
        })
    }

    /// Draws a sample of a theme.
    pub(crate) async fn sample(&self, theme: ThemeName, words: Words) -> Result<Picture, BotError> {
        let name = format!("theme-{}.png", theme.name());
        let alt = words.theme_choice(theme);
        self.draw(theme, sample(words), name, alt).await
    }
}

/// Returns a position with towers of every color, as a sample of a theme.
fn sample(words: Words) -> Scene {
    const TOWERS: &str = "4s x2,O,O/x,B,x2,G,BBB/OP,x,PB,x2,PB,x,B/x,O,x,GGB,GG,x3/O,OP,OO,x,G,OOG,x,P/\
                          PPG,x,GG,x,B,BGP,P,x/OP,x,O,G,x,PPB/x2,OP,B P - O:G1B1 - 38 153";
    let position: Position = TOWERS.parse().expect("a legal position");
    let mut scene = Scene::new(position);
    for color in Color::ALL {
        scene.names[color.index()].plain = words.color(color);
    }
    scene
}
