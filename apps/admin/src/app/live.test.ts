import { expect, it } from 'vitest';
import { FIRST_HANDLERS } from './live.ts';
import { SCREEN_HANDLERS } from './screen-live.ts';

it('lists the handlers of every feature once', () => {
  const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../features/**/*.live.ts', { eager: true });
  const exported = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Live') ? [value] : [])),
  );
  const listed = [...FIRST_HANDLERS, ...SCREEN_HANDLERS];
  expect(exported).toHaveLength(Object.keys(modules).length);
  expect(listed).toHaveLength(exported.length);
  expect(new Set(listed)).toEqual(new Set(exported));
});
