// Dialogs about places: new conversations, groups and servers, and installations of the
// application.

import { openDialog } from "../elements/dialog.js";
import { avatar, el, icon, refill } from "../elements/dom.js";
import { t } from "../i18n/words.js";
import { KINDS } from "../state/world.js";
import { signOf } from "./sidebar.js";

const submitButton = (label) => el("button", { type: "submit", class: "button primary" }, label);

/** Lets the person choose recipients: one makes a conversation, several make a group. */
export function openConversation(app) {
  const { world } = app;
  const name = field("group-name", t("Name of the group"));
  name.node.hidden = true;
  const boxes = choices(app, [world.me.id], () => {
    name.node.hidden = chosen(boxes).length < 2;
  });
  openDialog({
    title: t("New conversation"),
    body: [boxes, name.node],
    buttons: [submitButton(t("Open"))],
    submit: async () => {
      const who = chosen(boxes);
      if (who.length === 0) return false;
      const opened = who.length === 1 ? app.openDirect(who[0]) : app.openPlace("create_group", { with: who, name: name.text() });
      return (await opened) !== undefined;
    },
  });
}

/** Lets a member add people to a group. */
export function openAddition(app, group) {
  const members = app.world.peopleIn(group).map((user) => user.id);
  const boxes = choices(app, members);
  openDialog({
    title: t("Add people"),
    body: [boxes],
    buttons: [submitButton(t("Add"))],
    submit: async () => {
      for (const who of chosen(boxes)) await app.perform("add_to_group", { channel: group, who });
      return true;
    },
  });
}

/** Lets the person create a server without the bot. */
export function openNewServer(app) {
  const name = field("server-name", t("Name of the server"));
  const bot = app.world.botName();
  openDialog({
    title: t("New server"),
    body: [
      name.node,
      el("p", {}, t("{0} is not in it until you add it.", bot)),
    ],
    buttons: [submitButton(t("Create"))],
    submit: async () => {
      const text = name.text();
      const made = text && (await app.perform("create_server", { name: text }));
      if (made) app.openServer(made.guild);
      return Boolean(made);
    },
  });
  name.focus();
}

/** Lets the owner of a server add a channel. */
export function openNewChannel(app, guild) {
  const name = field("new-channel-name", t("Name of the channel"));
  const labels = { TEXT: t("Text"), ANNOUNCEMENT: t("Announcements"), VOICE: t("Voice"), FORUM: t("Forum") };
  const kind = (label) => {
    const radio = el("input", { type: "radio", name: "channel-kind", value: KINDS[label], checked: label === "TEXT" });
    return el("label", {}, icon(signOf({ type: KINDS[label] })), el("span", { class: "name" }, labels[label]), radio);
  };
  const kinds = el("fieldset", { class: "choices" }, el("legend", { class: "visually-hidden" }, t("Kind")), Object.keys(labels).map(kind));
  openDialog({
    title: t("New channel in {0}", guild.name),
    body: [name.node, kinds],
    buttons: [submitButton(t("Create"))],
    submit: async () => {
      const text = name.text();
      const chosen = Number(kinds.querySelector("input:checked").value);
      return Boolean(text) && (await app.openPlace("create_channel", { server: guild.id, name: text, kind: chosen })) !== undefined;
    },
  });
  name.focus();
}

/** Lets the person write a post in a forum. */
export function openNewPost(app, forum) {
  const title = field("post-title", t("Title"));
  const content = el("textarea", { id: "post-content", rows: 4, maxLength: 2000 });
  openDialog({
    title: t("New post"),
    body: [title.node, el("div", { class: "modal-field" }, el("label", { for: content.id }, t("Message")), content)],
    buttons: [submitButton(t("Post"))],
    submit: async () => {
      const [name, text] = [title.text(), content.value.trim()];
      if (!text) content.focus();
      if (!name) title.focus();
      return Boolean(name && text) && (await app.openPlace("create_thread", { channel: forum, name, content: text })) !== undefined;
    },
  });
  title.focus();
}

/** Lets the person start a thread in a channel. */
export function openNewThread(app, channel, mayBePrivate) {
  const name = field("thread-name", t("Name of the thread"));
  const secret = el("input", { type: "checkbox" });
  const choice = el("label", {}, icon("lock"), el("span", { class: "name" }, t("Private: seen by those whom it mentions")), secret);
  openDialog({
    title: t("New thread"),
    body: [name.node, mayBePrivate && el("div", { class: "choices" }, choice)].filter(Boolean),
    buttons: [submitButton(t("Create"))],
    submit: async () => {
      const text = name.text();
      return Boolean(text) && (await app.openPlace("create_thread", { channel, name: text, private: secret.checked })) !== undefined;
    },
  });
  name.focus();
}

/** Creates a text field with its label; `text()` focuses it if it is empty. */
function field(id, label) {
  const input = el("input", { id, type: "text", maxLength: 100, autocomplete: "off" });
  return {
    node: el("div", { class: "modal-field" }, el("label", { for: id }, label), input),
    focus: () => input.focus(),
    text: () => {
      if (!input.value.trim()) input.focus();
      return input.value.trim();
    },
  };
}

/** Lets the person add the application to themselves and to their servers, or remove it. */
export function openInstallation(app) {
  const { world } = app;
  const list = el("ul", { id: "installations", class: "installations" });
  const show = () => refill(list, ownRow(app), [...world.guilds.values()].map((guild) => serverRow(app, guild)));
  const news = ["people", "channels", "commands", "world"];
  for (const kind of news) world.addEventListener(kind, show);
  show();
  openDialog({
    title: t("Add {0}", world.botName()),
    body: [list],
    closed: () => {
      for (const kind of news) world.removeEventListener(kind, show);
    },
  });
}

function ownRow(app) {
  const { me } = app.world;
  const text = t("Its commands work for you in every server, group and conversation.");
  return row(app, avatar(me), t("For yourself"), text, me.installed, {}, "me");
}

function serverRow(app, guild) {
  const { world } = app;
  const present = guild.members.includes(world.bot.user.id);
  const mine = guild.owner_id === world.me.id;
  const owner = world.people.get(guild.owner_id)?.name ?? guild.owner_id;
  const text = mine ? t("Everybody there can use its commands.") : t("{0} decides that.", owner);
  const sign = avatar({ name: guild.name, username: guild.id });
  return row(app, sign, guild.name, text, present, mine && { server: guild.id }, guild.id);
}

/** Renders a place; `fields` of the action are absent if somebody else decides. */
function row(app, sign, name, text, present, fields, place) {
  const action = present ? "uninstall" : "install";
  const button = el(
    "button",
    {
      type: "button",
      class: `button ${present ? "secondary" : "primary"}`,
      disabled: !fields,
      "data-place": place,
      on: { click: () => app.perform(action, fields) },
    },
    present ? t("Remove") : t("Add"),
    el("span", { class: "visually-hidden" }, `: ${name}`),
  );
  return el("li", {}, sign, el("span", { class: "who" }, el("strong", {}, name), el("small", {}, text)), button);
}

function choices(app, without, changed = () => {}) {
  const people = [...app.world.people.values()].filter((user) => !user.bot && !without.includes(user.id));
  const box = (user) => {
    const input = el("input", { type: "checkbox", value: user.username, on: { change: changed } });
    return el("label", {}, avatar(user, true), el("span", { class: "name" }, user.name), input);
  };
  return el("fieldset", { class: "choices" }, el("legend", { class: "visually-hidden" }, t("People")), people.map(box));
}

const chosen = (boxes) => [...boxes.querySelectorAll("input:checked")].map((input) => input.value);
