import { describe, expect, it } from 'vitest';
import { tableComments } from './module-tables.ts';
import { readSource } from './sources.ts';

const schema = readSource('apps/server/src/db/schema.sql');
const document = readSource('docs/schema.md');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '').sort();

describe('docs/schema.md', () => {
  it('lists every table of schema.sql', () => {
    const tables = namesIn(schema, /^CREATE (?:UNLOGGED )?TABLE (\w+)/gm);
    expect(tables.length).toBeGreaterThan(50);
    expect(tableComments.map(({ table }) => table).sort()).toEqual(tables);
  });

  it('lists every trigger of schema.sql once', () => {
    const cells = [...document.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].map((match) => match[1] ?? '');
    const triggers = namesIn(schema, /^CREATE (?:CONSTRAINT )?TRIGGER (\w+)/gm);
    expect(triggers.length).toBeGreaterThan(30);
    expect(namesIn(cells.join(), /`(\w+)`/g)).toEqual(triggers);
  });

  it('names every function that a policy calls', () => {
    const policies = [...schema.matchAll(/^CREATE POLICY [^;]+;/gm)].map(([text]) => text).join('\n');
    const functions = namesIn(schema, /^CREATE FUNCTION (\w+)/gm).filter((name) => policies.includes(`${name}(`));
    expect(functions.length).toBeGreaterThan(0);
    expect(functions.filter((name) => !document.includes(`\`${name}()\``))).toEqual([]);
  });
});
