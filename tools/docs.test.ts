import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChecklist } from './checklist.ts';
import { readTexts } from './locale-texts.ts';
import { citingFiles, filesBelow, readSource, root } from './sources.ts';

const documents = [...filesBelow('.', /\.md$/)];
const scripts = Object.keys((JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }).scripts);

/**
 * Paths in backticks that begin with a folder of the project and contain no placeholder; a trailing `:12` is a line
 * number.
 */
function pathsIn(text: string): string[] {
  const inCode = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return inCode
    .flatMap((words) => words.split(/\s+/))
    .filter((word) => /^(apps|packages|docs|e2e|bench|tools|scripts|\.ci)\/[\w./@-]+$/.test(word))
    .filter((word) => !/NNNN|\.\.\./.test(word))
    .map((word) => word.replace(/[.:]$/, ''));
}

/** Names of files without a folder, and names of functions and the like in camel case, that a document has in backticks. */
function namesIn(text: string): { readonly files: string[]; readonly identifiers: string[] } {
  const inCode = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return {
    // `x.sql.ts` stands for any name.
    files: inCode.filter((word) => /^(?!x\.)[\w.-]+\.(?:tsx?|mjs|sql|css|html)$/.test(word)),
    identifiers: inCode.flatMap((word) => /^([a-z]+[A-Z]\w*)(?:\([^)]*\))?$/.exec(word)?.[1] ?? []),
  };
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^([a-z]+:|#)/.test(link))
    .map((link) => link.replace(/#.*$/, ''));
}

/** A file name that shows a rule, and a hook of a library that is not used. */
const EXAMPLES: ReadonlySet<string> = new Set(['kebab-case.ts', 'preHandler']);

/** Documents that the build generates. */
const BUILT: ReadonlySet<string> = new Set(['licenses.md']);

/** Paths of Markdown files, and names of documents that are not paths and cannot be opened: `DOMAIN 5`. */
function documentsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./:-])(?:\.{1,2}\/)*(?:[\w-]+\/)*[\w-]+\.md\b|\b(?:DOMAIN|PRODUCT) \d/g)].map(
    (match) => match[0],
  );
}

/** The numbers that follow a word, also several of them: `decisions 044 and 048`. */
function numbersAfter(word: RegExp, number: RegExp, text: string): string[] {
  const several = new RegExp(`${word.source} (${number.source}(?:(?:, and |, | and |–)${number.source})*)`, 'gi');
  return [...text.matchAll(several)].flatMap((match) => (match[1] ?? '').match(new RegExp(number, 'g')) ?? []);
}

const decisionsIn = (text: string) => numbersAfter(/\bdecisions?/, /\d{3}\b/, text);
const sectionsIn = (text: string) => numbersAfter(/\bdomain\.md/, /\d+(?:\.\d+)?/, text);
/** "The reference" is the customer's specification, which docs/reference-checklist.md lists by section. */
const referencesIn = (text: string) => numbersAfter(/\breference,?(?: section)?/, /\d\b/, text);

/** The anchors of a document's headings, as GitHub generates them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('the documents', () => {
  it('name only files and folders that exist', () => {
    const missing = documents.flatMap((file) => {
      const text = readSource(file);
      const named = pathsIn(text).filter((it) => !existsSync(path.join(root, it)));
      const linked = linksIn(text).filter((it) => !existsSync(path.join(root, path.dirname(file), it)));
      return [...named, ...linked].map((it) => `${file}: ${it}`);
    });
    expect(missing).toEqual([]);
  });

  it('name only files and functions that the sources have', () => {
    const sources = filesBelow('.', /\.(?:tsx?|m?js|mts|sql|css|html|json|ya?ml|conf|sh)$/);
    const files = new Set(sources.map((file) => path.posix.basename(file)));
    const words = new Set(sources.flatMap((file) => readSource(file).match(/[A-Za-z_]\w*/g) ?? []));
    const unknown = documents.flatMap((file) => {
      const named = namesIn(readSource(file));
      return [
        ...named.files.filter((name) => !files.has(name) && !EXAMPLES.has(name)),
        ...named.identifiers.filter((name) => !words.has(name) && !EXAMPLES.has(name)),
      ].map((name) => `${file}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  it('name only commands that exist', () => {
    const unknown = documents.flatMap((file) =>
      [...readSource(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !scripts.includes(name))
        .map((name) => `${file}: npm run ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are parsed correctly for paths, commands and names', () => {
    expect(pathsIn('see `apps/server/src/app.ts` and `npm run x`, `docs/decisions/NNNN-title.md`')).toEqual([
      'apps/server/src/app.ts',
    ]);
    expect(linksIn('[a](docs/a.md#part) [b](https://example.org)')).toEqual(['docs/a.md']);
  });
});

/** The tours of the code: each names the files that a reader visits, with their exported functions, in a table. */
const TOURS = ['docs/door-opening.md', 'docs/reservation-creation.md', 'docs/online-booking.md', 'docs/refund.md'];
const MOST_FILES_OF_A_TOUR = 8;

interface Visit {
  readonly file: string;
  readonly names: readonly string[];
}

/** The rows of the table below the heading "Files you visit". */
function visitsIn(text: string): Visit[] {
  const section = text.split('## Files you visit\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  return rows.map((row) => {
    const [, file = '', functions = ''] = row.split('|');
    return { file: namesIn(file)[0] ?? '', names: namesIn(functions) };
  });
}

/** Whether the text of a file exports a function, a class or a constant of this name, or creates it in SQL. */
function defines(text: string, name: string): boolean {
  return new RegExp(
    `^(?:export (?:async )?(?:function|class|const)|create(?: or replace)? function) ${name}\\b`,
    'm',
  ).test(text);
}

describe('a tour of the code', () => {
  it.each(TOURS)('%s names at most eight files, which exist and define the functions beside them', (tour) => {
    const visits = visitsIn(readSource(tour));
    expect(visits.length).toBeGreaterThan(0);
    expect(visits.length).toBeLessThanOrEqual(MOST_FILES_OF_A_TOUR);
    expect(visits.filter(({ names }) => names.length === 0).map(({ file }) => file)).toEqual([]);

    const missing = visits.flatMap(({ file, names }) => {
      const text = existsSync(path.join(root, file)) ? readSource(file) : '';
      return names.filter((name) => !defines(text, name)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('is read as files and functions, and finds definitions in TypeScript and in SQL', () => {
    const table =
      '# A\n\n## Files you visit\n\n| file | functions |\n|---|---|\n| `a/b.ts` | `one`, `two` | x |\n\n## B\n| `c.ts` | `d` |';
    expect(visitsIn(table)).toEqual([{ file: 'a/b.ts', names: ['one', 'two'] }]);
    expect(defines('export async function one(', 'one')).toBe(true);
    expect(defines('export function oneMore(', 'one')).toBe(false);
    expect(defines('function one(', 'one')).toBe(false);
    expect(defines('create function one(a uuid)', 'one')).toBe(true);
  });
});

describe('docs/index.md', () => {
  it('lists every document of the folder once', () => {
    const listed = linksIn(readSource('docs/index.md'));
    const present = readdirSync(path.join(root, 'docs')).filter((name) => !/\.png$|^index\.md$/.test(name));
    expect(listed.filter((link) => !/^(\.\.|#|decisions\/)/.test(link)).sort()).toEqual(present.sort());
  });

  it('lists every decision with its title, in order', () => {
    const [, listed = ''] = readSource('docs/index.md').split('\n## Decisions\n\n');
    const titles = filesBelow('docs/decisions', /^\d{3}-.+\.md$/)
      .sort()
      .map((file) => {
        const [, number, title] = /^# (\d{3})\. (.+)$/m.exec(readSource(file)) ?? [];
        return `- [${number}](decisions/${path.posix.basename(file)}) ${title}`;
      });
    expect(listed.trim().split('\n')).toEqual(titles);
  });

  it.each(['README.md', 'ARCHITECTURE.md'])('is linked from %s', (file) => {
    expect(linksIn(readSource(file))).toContain('docs/index.md');
  });
});

describe('a document for those who run the server', () => {
  it.each(['install', 'settings', 'running', 'backup', 'protection', 'services'])(
    '%s has at most 1,500 words',
    (name) => {
      expect(readSource(`docs/${name}.md`).split(/\s+/).length).toBeLessThanOrEqual(1500);
    },
  );
});

describe('docs/runbook.md', () => {
  it('has a section for each alert, which has a test', () => {
    const rules = readSource('ops/prometheus/alerts.yml');
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const links = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor = '']) => anchor);
    const sections = [...readSource('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
    const tested = [...readSource('ops/prometheus/alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(
      ([, name = '']) => name,
    );
    expect(alerts.length).toBeGreaterThan(0);
    expect(sections).toEqual(alerts);
    expect([...new Set(tested)]).toEqual(alerts);
    expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  it('and the alerts name metrics that the server has', () => {
    const sources = filesBelow('apps/server/src', /\.ts$/).map((file) => readSource(file));
    const metrics = new Set(sources.flatMap((text) => [...text.matchAll(/'(munjigi_\w+)'/g)].map(([, name]) => name)));
    const named = [...readSource('ops/prometheus/alerts.yml').matchAll(/munjigi_\w+/g)].map(([name]) => name);
    expect(named.filter((name) => !metrics.has(name.replace(/_(count|bucket)$/, '')))).toEqual([]);
  });
});

describe('a Korean document', () => {
  const texts = new Set(
    filesBelow('apps/admin/src/locales', /^kr\.json$/).flatMap((file) => [...readTexts(file).values()]),
  );

  it.each(['README.ko.md', 'docs/first-day.ko.md'])('%s quotes words of the screens as they are there', (file) => {
    const quoted = [...readSource(file).matchAll(/‘([^’]+)’/g)].map(([, words = '']) => words);
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.filter((words) => !texts.has(words))).toEqual([]);
  });
});

describe('a citation', () => {
  const texts = citingFiles().map((file) => ({ file, text: readSource(file) }));
  const failing = (isMissing: (cited: string, file: string) => boolean, citedIn: (text: string) => string[]) =>
    texts.flatMap(({ file, text }) =>
      citedIn(text)
        .filter((cited) => isMissing(cited, file))
        .map((cited) => `${file}: ${cited}`),
    );

  it('of a document is the path of a file in the repository', () => {
    const isMissing = (name: string, file: string) =>
      !BUILT.has(name) && !existsSync(path.join(root, name)) && !existsSync(path.join(root, path.dirname(file), name));
    expect(failing(isMissing, documentsIn)).toEqual([]);
  });

  it('of a decision is the number of one', () => {
    const numbers = new Set(
      filesBelow('docs/decisions', /^\d{3}-.+\.md$/).map((file) => path.posix.basename(file).slice(0, 3)),
    );
    expect(failing((number) => !numbers.has(number), decisionsIn)).toEqual([]);
  });

  it('of a fact is a section of docs/domain.md', () => {
    const sections = new Set(
      [...readSource('docs/domain.md').matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map((match) => match[1] ?? ''),
    );
    expect(failing((section) => !sections.has(section), sectionsIn)).toEqual([]);
  });

  it('of the reference is a section of its checklist', () => {
    const sections = new Set(
      readChecklist(readSource('docs/reference-checklist.md')).map(({ section }) => section.slice(0, 1)),
    );
    expect(failing((section) => !sections.has(section), referencesIn)).toEqual([]);
  });

  it('of a source in docs/domain.md is a row of its table of sources', () => {
    const [facts = '', sources = ''] = readSource('docs/domain.md').split(/^## \d+\. Sources$/m);
    const tagsIn = (text: string) => new Set([...text.matchAll(/\bS\d{1,3}\b/g)].map((match) => match[0]));
    expect([...tagsIn(facts)].sort()).toEqual([...tagsIn(sources)].sort());
  });

  it('by a link to a heading leads to a heading', () => {
    const isMissing = (link: string, file: string) => {
      const [name = '', heading = ''] = link.split('#');
      const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
      return !anchorsOf(readSource(target)).has(heading);
    };
    const anchoredLinksIn = (text: string) =>
      [...text.matchAll(/\]\(([^)\s:]*\.md#[^)\s]+|#[^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const missing = documents.flatMap((file) =>
      anchoredLinksIn(readSource(file))
        .filter((link) => isMissing(link, file))
        .map((link) => `${file}: ${link}`),
    );
    expect(missing).toEqual([]);
  });

  it('is found in text', () => {
    expect(documentsIn('see DOMAIN.md 5, `docs/a.md#part`, ../b.md. PRODUCT 2, and x.mdx')).toEqual([
      'DOMAIN.md',
      'docs/a.md',
      '../b.md',
      'PRODUCT 2',
    ]);
    expect(decisionsIn('(decision 013) and Decisions 044, 048 and 050')).toEqual(['013', '044', '048', '050']);
    expect(
      sectionsIn('docs/domain.md 1.1–1.3, docs/domain.md 2 and 5. [domain.md 7](x), docs/domain.md 1.5 a'),
    ).toEqual(['1.1', '1.3', '2', '5', '7', '1.5']);
    expect(referencesIn('(reference 9), (reference, section 7), (reference, 6, 7 and 9)')).toEqual([
      '9',
      '7',
      '6',
      '7',
      '9',
    ]);
    expect(anchorsOf('# A `b` (c)\n## 1.6 Words, 문')).toEqual(new Set(['a-b-c', '16-words-문']));
  });
});

describe('the commands in the documents', () => {
  it('run files that exist', () => {
    const named = Object.values(
      (JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }).scripts,
    ).flatMap((it) => [...it.matchAll(/[\w./-]+\.(?:mjs|ts)\b/g)].map((match) => match[0]));
    const measured = ['scripts/bench.mjs', 'scripts/proof.mjs'].flatMap((it) =>
      [...readSource(it).matchAll(/file: '([^']+)'/g)].map((match) => match[1] ?? ''),
    );
    expect([...named, ...measured].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
