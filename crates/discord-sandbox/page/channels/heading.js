// Top of a channel, above its messages: its buttons, and where it begins.

import { el, iconButton } from "../elements/dom.js";
import { t } from "../i18n/words.js";
import { isAnnouncement, isForum, isGroup, isPrivate, isThread, isVoice } from "../state/world.js";
import { forumPosts } from "./forum.js";
import { openAddition, openNewThread } from "./places.js";

/** Returns the buttons for a channel: those of a group, or one that starts a thread. */
export function actionsIn(app, channel) {
  if (isGroup(channel)) {
    return [
      iconButton("invite", t("Add people"), () => openAddition(app, channel.id)),
      iconButton("leave", t("Leave the group"), () => app.perform("leave_group", { channel: channel.id })),
    ];
  }
  if (isThread(channel) || isPrivate(channel) || isForum(channel) || isVoice(channel)) return [];
  return [iconButton("thread", t("New thread"), () => openNewThread(app, channel.id, !isAnnouncement(channel)))];
}

/** Returns the introduction above the first message; in a forum, its posts. */
export function beginning(app, channel, name) {
  if (isForum(channel)) return [el("h2", {}, name), forumPosts(app, channel)];
  const [before, after] = t("Type {0} to see what {1} can do.", "\n", app.world.botName()).split("\n");
  return [
    el("h2", {}, t("This is the beginning of {0}.", name)),
    channel.may_write && el("p", {}, before, el("kbd", {}, "/"), after),
    el("p", {}, t("Below the channels you choose as whom you speak; every tab of the browser can be somebody else.")),
  ];
}
