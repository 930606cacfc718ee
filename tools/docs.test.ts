import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, read, root } from './sources.ts';

const documents = [...filesBelow('.', /\.md$/)];
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

/** Paths in backticks that begin with one of our folders, without a placeholder in them; a trailing `:12` is a line. */
function pathsIn(text: string): string[] {
  const inCode = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return inCode
    .flatMap((words) => words.split(/\s+/))
    .filter((word) => /^(apps|packages|docs|e2e|bench|tools|scripts|\.ci)\/[\w./@-]+$/.test(word))
    .filter((word) => !/NNNN|\.\.\./.test(word))
    .map((word) => word.replace(/[.:]$/, ''));
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((link) => !/^([a-z]+:|#)/.test(link)).map((link) => link.replace(/#.*$/, ''));
}

describe('the documents', () => {
  it('name only files and folders that are there', () => {
    const missing = documents.flatMap((file) => {
      const text = read(file);
      const named = pathsIn(text).filter((it) => !existsSync(path.join(root, it)));
      const linked = linksIn(text).filter((it) => !existsSync(path.join(root, path.dirname(file), it)));
      return [...named, ...linked].map((it) => `${file}: ${it}`);
    });
    expect(missing).toEqual([]);
  });

  it('name only commands that are there', () => {
    const unknown = documents.flatMap((file) =>
      [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map((match) => match[1] ?? '').filter((name) => !scripts.includes(name)).map((name) => `${file}: npm run ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are searched for what they are', () => {
    expect(pathsIn('see `apps/server/src/app.ts` and `npm run x`, `docs/decisions/NNNN-title.md`')).toEqual(['apps/server/src/app.ts']);
    expect(linksIn('[a](docs/a.md#part) [b](https://example.org)')).toEqual(['docs/a.md']);
  });
});

describe('the commands', () => {
  it('are files that are there', () => {
    const named = Object.values((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts).flatMap((it) => [...it.matchAll(/[\w./-]+\.(?:mjs|ts)\b/g)].map((match) => match[0]));
    const measured = ['scripts/bench.mjs', 'scripts/proof.mjs'].flatMap((it) => [...read(it).matchAll(/file: '([^']+)'/g)].map((match) => match[1] ?? ''));
    expect([...named, ...measured].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
