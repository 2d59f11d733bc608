// Commands as this person sees them: one entry per callable command.

const SUBCOMMAND = 1;
const GROUP = 2;
const CHAT_INPUT = 1;

/** Types of options. */
export const Kind = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, FILE: 11 };

/** Returns everything that can be typed after a slash, in alphabetical order. */
export function callable(commands, locale) {
  const found = commands
    .filter((command) => command.type === CHAT_INPUT)
    .flatMap((command) => below(command, locale, [], []));
  return found.sort((a, b) => a.label.localeCompare(b.label, locale));
}

function below(node, locale, path, labels) {
  const here = [...path, node.name];
  const shown = [...labels, local(node.name, node.name_localizations, locale)];
  const options = node.options ?? [];
  const nested = options.filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (nested.length > 0) return nested.flatMap((option) => below(option, locale, here, shown));
  return [
    {
      path: here.join(" "),
      label: shown.join(" "),
      description: local(node.description, node.description_localizations, locale),
      options: options.map((option) => translated(option, locale)),
    },
  ];
}

function translated(option, locale) {
  return {
    ...option,
    label: local(option.name, option.name_localizations, locale),
    description: local(option.description, option.description_localizations, locale),
    choices: option.choices?.map((choice) => ({
      label: local(choice.name, choice.name_localizations, locale),
      value: choice.value,
    })),
  };
}

/** Returns the text in the person's language, or the default. */
export function local(text, localizations, locale) {
  return localizations?.[locale] ?? text;
}

/** Returns the commands that match the text after the slash, best first. */
export function matching(commands, typed) {
  const words = typed.toLowerCase().trim().split(/\s+/).filter(Boolean);
  const rank = (command) => {
    const names = [command.label.toLowerCase(), command.path.toLowerCase()];
    const start = words.join(" ");
    if (names.some((name) => name.startsWith(start))) return 0;
    if (words.every((word) => names.some((name) => name.includes(word)))) return 1;
    if (words.every((word) => command.description.toLowerCase().includes(word))) return 2;
    return 3;
  };
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((entry) => entry.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.command);
}

/** Returns the command whose name `text` (without the slash) starts with, and the rest of it. */
export function called(commands, text) {
  const lower = text.toLowerCase();
  const fits = commands
    .flatMap((command) => [command.label, command.path].map((name) => ({ command, name: `${name.toLowerCase()} ` })))
    .filter(({ name }) => lower.startsWith(name))
    .sort((a, b) => b.name.length - a.name.length);
  return fits.length > 0 ? { command: fits[0].command, rest: text.slice(fits[0].name.length) } : undefined;
}
