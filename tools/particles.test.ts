import { describe, expect, it } from 'vitest';
import { filesBelow, readSource } from './sources.ts';

/** A particle whose form depends on the sound before it. */
const PARTICLE = '(?:을|를|이|가|은|는|과|와|으로|로|이에요|예요)(?![가-힣])';

describe('a Korean particle behind a value', () => {
  it('stands behind amounts only in the texts of guests, where 원 ends each amount', () => {
    const wrong = ['kr.json', 'book/kr.json', 'display/kr.json'].flatMap((file) =>
      Object.entries(JSON.parse(readSource(`apps/guest/src/locales/${file}`)) as Record<string, string>)
        .filter(([, text]) =>
          [...text.matchAll(new RegExp(`\\{(\\w+)\\}${PARTICLE}`, 'g'))].some(
            ([, blank = '']) => !['amount', 'missing'].includes(blank),
          ),
        )
        .map(([key]) => `${file} ${key}`),
    );
    expect(wrong).toEqual([]);
  });

  it('stands behind amounts only in the texts of the server', () => {
    const wrong = filesBelow('apps/server/src', /\.ts$/)
      .filter((file) => !/\.test\.ts$|\/(?:testing|demo)\//.test(file))
      .flatMap((file) =>
        [...readSource(file).matchAll(new RegExp(`\\$\\{([^{}]*)\\}${PARTICLE}`, 'g'))]
          .filter(([, value = '']) => !value.startsWith('won('))
          .map(([text]) => `${file} ${text}`),
      );
    expect(wrong).toEqual([]);
  });

  it('stands behind no variable of a message to a guest', () => {
    const templates = readSource('packages/texts/src/message-templates.ts');
    expect([...templates.matchAll(new RegExp(`\\{\\{\\w+\\}\\}${PARTICLE}`, 'g'))].map(([text]) => text)).toEqual([]);
  });
});
