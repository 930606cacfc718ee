import { describe, expect, it } from 'vitest';
import { HISTORY_WORDS } from '@munjigi/texts/history';
import { readSource } from './sources.ts';

describe.each(['kr', 'en'] as const)('an exported history in %s', (language) => {
  const screen = JSON.parse(readSource(`apps/admin/src/locales/devices/${language}.json`)) as Record<string, unknown>;

  it('uses the same words as the screen, except for the reasons of failures', () => {
    const { error: _error, ...words } = HISTORY_WORDS[language];
    expect(Object.fromEntries(Object.keys(words).map((name) => [name, screen[name]]))).toEqual(words);
  });
});
