// Groups of messages of one author, which share name and avatar.

import { EPHEMERAL } from "../state/world.js";
import { isSystem } from "./message.js";

/** Time between two messages after which the later one shows name and avatar again. */
const MAX_GAP_MS = 7 * 60_000;

/** Returns whether `message` belongs to the group of `before`, the message above it. */
export function isGroupedWith(message, before) {
  return Boolean(
    before &&
      before.author.id === message.author.id &&
      !message.message_reference &&
      !message.interaction_metadata &&
      !message.local &&
      !isSystem(message) &&
      !isSystem(before) &&
      ((message.flags ?? 0) & EPHEMERAL) === ((before.flags ?? 0) & EPHEMERAL) &&
      new Date(message.timestamp) - new Date(before.timestamp) < MAX_GAP_MS,
  );
}
