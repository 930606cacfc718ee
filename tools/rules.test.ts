import { describe, expect, it } from 'vitest';
import { CAPABILITIES, ROLES, type Capability, type Role } from '../packages/contract/src/accounts/roles.ts';
import { citingFiles, readSource } from './sources.ts';

const LIST = 'docs/rules.md';
/** Texts of tests that look like a rule id. */
const NOT_RULES: ReadonlySet<string> = new Set(['DC-1']);

interface Rule {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The prefixes of the section that contains the rule: `## Doors and devices (DR, DH)`. */
  readonly prefixes: readonly string[];
}

/** Reads the rules of docs/rules.md: `### DR-8 Title` and the text up to the next heading. */
function readRules(markdown: string): Rule[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const prefixes = /\(([A-Z, ]+)\)$/m.exec(section.split('\n', 1)[0] ?? '')?.[1]?.split(', ') ?? [];
      return section
        .split(/^### /m)
        .slice(1)
        .map((entry) => {
          const [heading = '', ...lines] = entry.split('\n');
          const [id = '', ...title] = heading.split(' ');
          return { id, title: title.join(' '), text: lines.join('\n').trim(), prefixes };
        });
    });
}

/**
 * Finds two capital letters, a hyphen and a number below 100 that stand alone: `AU-2`, but not `UTF-8`, `SHA-256` or a
 * part of a longer word.
 */
function ruleIdsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])[A-Z]{2}-\d{1,2}(?![\w-])/g)]
    .map((match) => match[0])
    .filter((id) => !NOT_RULES.has(id));
}

/** The places outside the list that cite a rule, as `file:line` by the id of the rule. */
function findCitations(): Map<string, string[]> {
  const citations = new Map<string, string[]>();
  for (const file of citingFiles().filter((name) => name !== LIST)) {
    for (const [index, line] of readSource(file).split('\n').entries()) {
      for (const id of ruleIdsIn(line)) citations.set(id, [...(citations.get(id) ?? []), `${file}:${index + 1}`]);
    }
  }
  return citations;
}

/** The reach of each role by capability, from the table of AC-5. */
function readRoleTable(text: string): Map<string, string> {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [, ...roles] = rows[0] ?? [];
  return new Map(
    rows
      .slice(2)
      .flatMap(([names = '', ...reaches]) =>
        names.split(', ').flatMap((name) => roles.map((role, at) => [`${role} ${name}`, reaches[at] ?? ''] as const)),
      ),
  );
}

describe('the list of rules', () => {
  const rules = readRules(readSource(LIST));
  const citations = findCitations();

  it('has an entry for every rule that code, tests and documents cite', () => {
    const existingIds = new Set(rules.map(({ id }) => id));
    expect(
      [...citations]
        .filter(([id]) => !existingIds.has(id))
        .flatMap(([id, places]) => places.map((place) => `${place}: ${id}`)),
    ).toEqual([]);
  });

  it('has no rule that is cited nowhere else', () => {
    expect(rules.filter(({ id }) => !citations.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('has each rule once, in the section of its prefix, with a title and a text', () => {
    const isWellFormed = ({ id, title, text, prefixes }: Rule) =>
      /^[A-Z]{2}-\d{1,2}$/.test(id) && title !== '' && text !== '' && prefixes.includes(id.slice(0, 2));
    expect(rules.filter((rule) => !isWellFormed(rule)).map(({ id }) => id)).toEqual([]);
    expect(rules.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([]);
  });

  it('has the roles and capabilities of the code (AC-5)', () => {
    const granted: Readonly<Record<Capability, Partial<Record<Role, string>>>> = CAPABILITIES;
    const coded = Object.entries(granted).flatMap(([name, reaches]) =>
      ROLES.map((role) => [`${role} ${name}`, reaches[role] ?? '–'] as const),
    );
    expect(readRoleTable(rules.find(({ id }) => id === 'AC-5')?.text ?? '')).toEqual(new Map(coded));
  });
});

describe('a rule id', () => {
  it('is recognised in comments, titles and lists of ids, and not in other words', () => {
    expect(ruleIdsIn("it('opens (DR-2, RV-10)') // PD-1 to PD-3; SH-6.")).toEqual([
      'DR-2',
      'RV-10',
      'PD-1',
      'PD-3',
      'SH-6',
    ]);
    expect(ruleIdsIn('UTF-8, SHA-256, AES-256-GCM, ISO-8601, PR-1234, K7-AU-2, x-DR-2, DC-1')).toEqual([]);
  });

  it('is read from the headings of the list', () => {
    expect(
      readRules('# Rules\n\n## Doors (DR, DH)\n\n### DR-1 Open\n\nIt opens.\n\n### DH-2 Log\n\nIt logs.\n'),
    ).toEqual([
      { id: 'DR-1', title: 'Open', text: 'It opens.', prefixes: ['DR', 'DH'] },
      { id: 'DH-2', title: 'Log', text: 'It logs.', prefixes: ['DR', 'DH'] },
    ]);
  });
});
