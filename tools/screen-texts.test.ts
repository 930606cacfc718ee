import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readScreenFiles } from '../e2e/support/screens/screen-definitions.ts';
import { readSource, root } from './sources.ts';

/** The files of texts that load before any screen. */
const ALWAYS_THERE = ['common', 'navbar', 'settings', 'overview', 'readiness', 'room-states', 'notifications'];

/** A file and all its static imports, direct or not. */
function reachFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const [, from = ''] of readSource(file).matchAll(
    /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'(\.[^']+\.tsx?)'/gms,
  )) {
    const next = path.posix.join(path.posix.dirname(file), from);
    if (existsSync(path.join(root, next))) reachFrom(next, reached);
  }
  return reached;
}

function namespacesOf(file: string): string[] {
  return [...readSource(file).matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  );
}

it('a screen’s route loads all texts that its parts use, so that no part suspends the screen', async () => {
  const files = await readScreenFiles();
  expect(files.flatMap(({ screens }) => screens).length).toBeGreaterThan(20);
  for (const { file, screens } of files) {
    const code = [...readSource(file).matchAll(/import\('([^']+)'\)/g)].map(([, from = '']) => from);
    expect(code).toHaveLength(screens.length);
    for (const [at, { path: route, texts }] of screens.entries()) {
      const reached = reachFrom(path.posix.join(path.posix.dirname(file), code[at] ?? ''));
      const used = new Set([...reached].flatMap(namespacesOf).filter((name) => !ALWAYS_THERE.includes(name)));
      expect([...texts].sort(), `texts of ${route}`).toEqual([...used].sort());
    }
  }
});
