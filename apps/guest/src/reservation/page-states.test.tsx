import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuestApp } from './guest-app.tsx';
import { createLivePage, type LivePage } from './live-page.ts';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import { PAGE_STATES, type PageStateCase } from '../testing/page-states.ts';
import { SAMPLE_TOKEN } from '../testing/sample-page.ts';
import { createTranslate } from '../shared/texts.ts';

const TEXTS = { kr: createTranslate(kr), en: createTranslate(en) };
let live: LivePage | null = null;
let shown: PageStateCase['page'];
const posts: { path: string; body: unknown }[] = [];

beforeEach(() => {
  posts.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') posts.push({ path, body: JSON.parse(init.body as string) as unknown });
    return Promise.resolve(new Response(JSON.stringify(shown)));
  });
  sessionStorage.clear();
});
afterEach(() => {
  live?.stop();
  cleanup();
});

async function open(page: PageStateCase['page'], language: 'kr' | 'en'): Promise<void> {
  shown = page;
  live = createLivePage({ token: SAMPLE_TOKEN, language });
  render(
    <GuestApp
      token={SAMPLE_TOKEN}
      live={live}
      language={language}
      text={TEXTS[language]}
      onSwitchLanguage={() => undefined}
    />,
  );
  await act(async () => live?.refresh());
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull(), { timeout: 20_000 });
}

describe('the states of the page of a guest (GP-9, GP-10, GP-11)', () => {
  const cases = PAGE_STATES.flatMap((state) =>
    (['kr', 'en'] as const).map((language) => [state.name, language, state] as const),
  );

  it.each(cases)('%s (%s)', async (_name, language, { page, shows, hides }) => {
    await open(page, language);
    const words = document.querySelector('main')?.textContent ?? '';
    for (const shownWords of shows) expect(words).toContain(shownWords[language]);
    for (const part of hides) expect(screen.queryByTestId(part), part).toBeNull();
    expect(words).not.toMatch(/\{\w+\}|undefined|null/);
    if (page.bookingPath !== null && hides.includes('manage'))
      expect(document.querySelector(`a[href^="${page.bookingPath}"]`)).not.toBeNull();
  });

  it('marks the latest unread move as read, and then shows the former time quietly (GP-10)', async () => {
    const moved = PAGE_STATES.find(({ name }) => name === 'moved') ?? expect.fail();
    const read = PAGE_STATES.find(({ name }) => name === 'moved-and-read') ?? expect.fail();
    await open(moved.page, 'kr');
    shown = read.page;
    await act(async () => screen.getByRole('button', { name: '확인했어요' }).click());
    await waitFor(() => expect(screen.queryByTestId('moved')).toBeNull());
    expect(posts).toEqual([{ path: '/api/v2/playroom/guest/move/read', body: { moveId: moved.page.moves[0]?.id } }]);
  });

  it('offers the calendar entry without the token to other companies (MS-24)', async () => {
    const confirmed = PAGE_STATES.find(({ page }) => page.reservation.state === 'CONFIRMED') ?? expect.fail();
    await open(confirmed.page, 'kr');
    await act(async () => screen.getByRole('button', { name: '캘린더에 추가' }).click());
    await waitFor(() => screen.getByTestId('calendar'));
    const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
    expect(linkOf('휴대폰 캘린더')).toMatch(new RegExp(`/g/${SAMPLE_TOKEN}/stay\\.ics$`));
    for (const name of ['Google 캘린더', 'Outlook 캘린더']) expect(linkOf(name)).not.toContain('mjg_');
  });

  it('changes to the cancelled stay while it is open, when another person cancelled (GP-9)', async () => {
    const [before, after] = ['confirmed', 'cancelled-by-store'].map(
      (name) => PAGE_STATES.find((state) => state.name === name) ?? expect.fail(),
    );
    await open(before?.page ?? expect.fail(), 'kr');
    expect(screen.getByTestId('manage')).toBeTruthy();
    shown = after?.page ?? expect.fail();
    await act(async () => live?.refresh());
    await waitFor(() => expect(screen.getByTestId('cancelled')).toBeTruthy());
    expect(screen.queryByTestId('manage')).toBeNull();
  });
});
