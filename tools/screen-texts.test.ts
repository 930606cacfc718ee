import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSource, root } from './sources.ts';

const APP = 'apps/admin/src/app';
/** The files of texts that load before any screen. */
const ALWAYS_THERE = ['common', 'navbar', 'settings', 'overview', 'readiness', 'room-states', 'notifications'];

/** The file of each screen's component, by the path of its route. */
function readScreens(): Map<string, string> {
  const screens = new Map<string, string>();
  for (const [, route = '', file = ''] of readSource(`${APP}/router.tsx`).matchAll(
    /screen(?:ForAll)?\(\s*'([^']+)'.*?import\(\s*'([^']+)'\s*\)/gs,
  ))
    screens.set(route, path.posix.join(APP, file));
  return screens;
}

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

it('a screen’s route loads all texts that its parts use, so that no part suspends the screen', () => {
  const screens = readScreens();
  expect(screens.size).toBeGreaterThan(20);
  const listed = readSource('apps/admin/src/session/screen-texts.ts');
  for (const [route, file] of screens) {
    const line = new RegExp(`^  (?:'${route}'|${route}): \\[([^\\]]*)\\],$`, 'm').exec(listed)?.[1] ?? '';
    const asked = new Set([...reachFrom(file)].flatMap(namespacesOf).filter((name) => !ALWAYS_THERE.includes(name)));
    expect([...line.matchAll(/'([^']+)'/g)].map(([, name]) => name).sort(), `texts of ${route}`).toEqual(
      [...asked].sort(),
    );
  }
});
