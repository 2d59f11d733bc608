// Posts of a forum, shown in place of the messages.

import { avatar, el, icon } from "../elements/dom.js";
import { stamped } from "../elements/time.js";
import { t } from "../i18n/words.js";
import { plain } from "../messages/markdown.js";
import { person, timeOf } from "../state/world.js";
import { openNewPost } from "./places.js";

/** Renders the button for a new post and the list of the posts. */
export function forumPosts(app, forum) {
  const posts = app.world.postsIn(forum.id);
  const begin = el(
    "button",
    { type: "button", class: "button primary", on: { click: () => openNewPost(app, forum.id) } },
    icon("plus"),
    t("New post"),
  );
  const list = el("ul", { class: "posts" }, posts.map(({ post, first }) => el("li", {}, card(app, post, first))));
  return el("div", { class: "forum" }, forum.may_write && begin, posts.length > 0 ? list : el("p", {}, t("There are no posts yet.")));
}

function card(app, post, first) {
  const author = first && person(first.author);
  const words = first && (plain(first.content, app.names) || first.embeds[0]?.title || t("Picture"));
  return el(
    "button",
    { type: "button", class: "post", "data-post": post.id, on: { click: () => app.open(post.id) } },
    el("strong", {}, post.name),
    el(
      "span",
      { class: "preview" },
      author && avatar(author, true),
      author && el("b", {}, author.name),
      words && el("span", {}, words),
    ),
    el("small", {}, stamped(timeOf(post.last_message_id ?? post.id)), " · ", t("Messages: {0}", post.total_message_sent ?? 0)),
  );
}
