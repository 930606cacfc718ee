import { SETTING_GROUPS, type Setting } from '../../config/settings.ts';

const TITLES: Readonly<Record<keyof typeof SETTING_GROUPS, string>> = {
  server: 'Server',
  database: 'Database',
  secrets: 'Secrets and sessions',
  broker: 'Broker of the devices',
  backup: 'Backups',
  peers: 'Other servers and limits',
  demo: 'Demo and tests',
};
const WIDTH = 100;

const groups = Object.entries(SETTING_GROUPS) as [keyof typeof SETTING_GROUPS, Readonly<Record<string, Setting>>][];

const INTRODUCTION = `# Settings

<!-- \`npm run settings\` writes this page and .env.example from apps/server/src/config/settings.ts. -->

All settings come from the environment. An empty value counts as not set. A secret can be the content of a file instead: \`NAME_FILE\` is its
path, and the end of its last line is cut off. \`npm run doctor\` checks them and names each fault.

The database holds what people set on the screens, such as prices and providers; those settings are not here.`;

/** `docs/settings.md`: a table for each group. */
export function renderSettingsPage(): string {
  const tables = groups
    .map(([group, settings]) => {
      const rows = Object.entries(settings).map(
        ([name, { meaning, otherwise, isSecret }]) =>
          `| \`${name}\`${isSecret ? ' (or `_FILE`)' : ''} | ${otherwise} | ${meaning} |`,
      );
      return [`## ${TITLES[group]}`, '', '| name | default | meaning |', '|---|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
  return `${INTRODUCTION}\n\n${tables}`;
}

/** `.env.example`: every setting with what it is for, as comments. */
export function renderEnvExample(): string {
  const sections = groups.map(([group, settings]) => {
    const entries = Object.entries(settings).map(([name, { meaning, otherwise, isSecret }]) => {
      const text = `${toPlain(meaning)}. Default: ${toPlain(otherwise)}.`;
      return [...wrap(text).map((line) => `# ${line}`), `#${name}=`, ...(isSecret ? [`#${name}_FILE=`] : [])].join(
        '\n',
      );
    });
    return [`### ${TITLES[group]}`, ...entries].join('\n\n');
  });
  return [
    '# The settings of the server. A test writes this file from apps/server/src/config/settings.ts.\n# Remove the # before a setting to set it. A secret can be the content of a file: NAME_FILE=/path/to/it.',
    ...sections,
  ].join('\n\n');
}

function toPlain(markdown: string): string {
  return markdown.replaceAll('`', '').replace(/^–$/, 'none');
}

function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
