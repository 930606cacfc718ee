import { tableComments } from './module-tables.ts';
import order from './order.json' with { type: 'json' };
import { filesBelow, readSource } from './sources.ts';

/** The folders of the foundation that own tables. */
export const FOUNDATION = ['db', 'events', 'jobs', 'http'] as const;

const HEADING = '## Modules, lowest first';

const pageOf = new Map(
  filesBelow('docs/decisions', /\.md$/).map((file) => [file.replace('docs/decisions/', '').slice(0, 3), file]),
);

/** `decision 033` and `decisions 083 and 090` as links, so that a comment and the document say the same. */
function linkDecisions(text: string): string {
  return text.replaceAll(/\bdecision(s?) (\d{3}(?:(?:, | and )\d{3})*)/g, (_all, plural: string, numbers: string) => {
    const links = numbers.replaceAll(/\d{3}/g, (number) => {
      const page = pageOf.get(number);
      if (page === undefined) throw new Error(`There is no decision ${number}`);
      return `[${plural === '' ? 'decision ' : ''}${number}](${page})`;
    });
    return plural === '' ? links : `decisions ${links}`;
  });
}

/** What a module owns, in the words of the comment that its `index.ts` begins with. */
function describeModule(module: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(readSource(`apps/server/src/modules/${module}/index.ts`)) ?? [];
  const text = comment.replaceAll(/\n \* ?/g, ' ').trim();
  if (text === '') throw new Error(`modules/${module}/index.ts does not begin with a comment on what the module owns`);
  return linkDecisions(text.replace(/\.$/, ''));
}

/** ARCHITECTURE.md with its table of modules written from `tools/order.json`, the modules and docs/schema.md. */
export function renderArchitecture(): string {
  const [before = ''] = readSource('ARCHITECTURE.md').split(HEADING);
  const rows = order.modules.map((module) => {
    const tables = tableComments.filter(({ owner }) => owner === `modules/${module}`).map(({ table }) => table);
    return `| ${module} | ${describeModule(module)} | ${tables.join(', ') || '–'} |`;
  });
  return `${before}${HEADING}\n\n| module | owns | tables |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** docs/schema.md with its list of tables written from their comments, by owner from the lowest on. */
export function renderSchemaPage(): string {
  const head = '| module | table | one row is |\n|---|---|---|\n';
  const [before = '', after = ''] = readSource('docs/schema.md').split(head);
  const owners = [...FOUNDATION, ...order.modules.map((module) => `modules/${module}`)];
  const rows = owners.flatMap((owner) =>
    tableComments
      .filter((comment) => comment.owner === owner)
      .map(({ table, text }) => `| ${owner} | \`${table}\` | ${text} |`),
  );
  return `${before}${head}${rows.join('\n')}\n${after.slice(after.indexOf('\n\n') + 1)}`;
}
