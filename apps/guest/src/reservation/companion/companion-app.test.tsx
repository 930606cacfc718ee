import type { CompanionLink, CompanionPage } from '@munjigi/contract';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../locales/en.json';
import kr from '../../locales/kr.json';
import { createTranslate } from '../../shared/texts.ts';
import { SAMPLE_NOW, SAMPLE_TOKEN, samplePage } from '../../testing/sample-page.ts';
import { soon } from '../../testing/soon.ts';
import { CompanionApp } from './companion-app.tsx';
import { GuestApp } from '../guest-app.tsx';
import { createCompanionPage, createLivePage } from '../live-page.ts';

const TEXTS = { kr: createTranslate(kr), en: createTranslate(en) };
const TOKEN = `mjc_${'c'.repeat(43)}`;
let live: { readonly stop: () => void } | null = null;
let reply: (path: string, method: string, body: unknown) => Response | Promise<Response>;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (code: string, status: number) => json({ code, status }, status);
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const click = async (name: RegExp | string, within_ = screen as Pick<typeof screen, 'getByRole'>) => {
  fireEvent.click(within_.getByRole('button', { name }));
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    Promise.resolve(
      reply(path, String(init.method), typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null),
    ),
  );
});
afterEach(() => {
  live?.stop();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function companionPage(
  over: Partial<Omit<CompanionPage, 'reservation'>> = {},
  stay: Partial<CompanionPage['reservation']> = {},
): CompanionPage {
  const { product, now, arrival, codes, doors, reservation } = samplePage();
  const { reservationId, storeId, state, startsAt, endsAt, store, roomName, may } = reservation;
  const { readAccessCode, openDoors, askForHelp } = may;
  return {
    product,
    now,
    companion: 1,
    arrival,
    codes,
    doors,
    help: null,
    cancelledAt: null,
    movedFrom: null,
    ...over,
    reservation: {
      reservationId,
      storeId,
      state,
      startsAt,
      endsAt,
      store,
      roomName,
      may: { readAccessCode, openDoors, askForHelp },
      ...stay,
    },
  };
}

async function openCompanion(page: CompanionPage, language: 'kr' | 'en' = 'kr') {
  reply = (path) => (path === '/api/v2/companion/page' ? json(page) : json({}));
  const companion = createCompanionPage({ token: TOKEN, language });
  live = companion;
  render(
    <CompanionApp
      token={TOKEN}
      live={companion}
      language={language}
      text={TEXTS[language]}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settle();
  return companion;
}
const words = () => document.querySelector('main')?.textContent ?? '';

describe('the page of a companion (GT-22)', () => {
  it('shows the way, doors, code and help, and opens a door with two taps', async () => {
    const page = companionPage();
    await openCompanion(page);
    expect(document.title).toBe('출입 안내');
    for (const part of ['when', 'doors', 'codes', 'place', 'help']) expect(screen.getByTestId(part), part).toBeTruthy();
    const opened: string[] = [];
    reply = (path, method) => {
      if (method === 'POST') opened.push(path);
      return json(method === 'POST' ? { status: 'EXECUTED', error: null, isAlreadyOpen: false } : page);
    };
    await click(/^열기/);
    await click(/한 번 더/);
    expect(opened).toEqual(['/api/v2/playroom/guest/doors/d1/open']);
    expect(screen.getByTestId('door-result').textContent).toContain('밀거나 당겨');
  });

  it.each(['kr', 'en'] as const)('says what became of the stay, and then has no door (%s)', async (language) => {
    await openCompanion(
      companionPage({ cancelledAt: SAMPLE_NOW, codes: [], doors: [] }, { state: 'CANCELLED' }),
      language,
    );
    expect(screen.getByTestId('ended-by').textContent).toContain(TEXTS[language]('companion.ended.about'));
    for (const part of ['doors', 'codes', 'place']) expect(screen.queryByTestId(part), part).toBeNull();
    expect(words()).not.toMatch(/\{\w+\}|undefined|null/);
  });

  it('names the time before a move, and says that an unpaid stay is not confirmed without naming money', async () => {
    const from = { roomName: '2번룸', startsAt: '2026-11-25T09:00:00.000Z', endsAt: '2026-11-25T10:00:00.000Z' };
    await openCompanion(companionPage({ movedFrom: from }));
    expect(screen.getByTestId('moved').textContent).toMatch(/예약이 바뀌었어요.*이전 예약 시간.*2번룸/);
    live?.stop();
    cleanup();
    await openCompanion(companionPage({}, { state: 'PENDING' }));
    expect(screen.getByTestId('when').textContent).toContain('확정 전');
    expect(words()).not.toMatch(/결제 대기|내면/);
    expect(screen.queryByTestId('doors')).toBeNull();
  });

  it('shows that the link has ended, and forgets the page', async () => {
    const companion = await openCompanion(companionPage());
    reply = () => refusal('GUEST_TOKEN_INVALID', 401);
    await act(() => companion.refresh());
    expect(screen.getByTestId('invalid-link').textContent).toContain('사용이 끝난 링크');
    expect(Object.values(sessionStorage).join()).not.toContain('"482913"');
  });

  it('accepts no token of a guest, and a guest’s page no token of a companion', () => {
    reply = () => refusal('GUEST_TOKEN_INVALID', 401);
    expect(createCompanionPage({ token: SAMPLE_TOKEN, language: 'kr' }).getState().isInvalid).toBe(true);
    expect(createLivePage({ token: TOKEN, language: 'kr' }).getState().isInvalid).toBe(true);
  });
});

describe('sharing with companions (GT-23, GT-24, GT-25)', () => {
  let links: CompanionLink[];
  const acts: string[] = [];
  const linkOf = (number: number): CompanionLink => ({
    id: `l${number}`,
    storeId: '1',
    number,
    issuedAt: SAMPLE_NOW,
    lastUsedAt: number === 1 ? SAMPLE_NOW : null,
    path: `/g/mjc_${number}`,
  });
  async function openPanel(): Promise<void> {
    acts.length = 0;
    reply = (path, method) => {
      if (path === '/api/v2/guest/page') return json(samplePage());
      if (method === 'POST') {
        acts.push('create');
        links = [...links, linkOf(links.length + 1)];
        return json(links.at(-1));
      }
      if (method === 'DELETE') {
        acts.push(`revoke ${path.split('/').at(-1) ?? ''}`);
        links = links.filter(({ id }) => !path.endsWith(id));
        return json({});
      }
      return json({ total: links.length, items: links, most: 5 });
    };
    const guest = createLivePage({ token: SAMPLE_TOKEN, language: 'kr' });
    live = guest;
    render(
      <GuestApp token={SAMPLE_TOKEN} live={guest} language="kr" text={TEXTS.kr} onSwitchLanguage={() => undefined} />,
    );
    await settle();
    await click('함께 오는 분께 공유');
    await soon(() => screen.getByTestId('share-panel'));
    await settle();
  }
  const rows = () => screen.queryAllByTestId('companion-link');

  it('creates a link and hands it to the menu of the phone, never the link of the guest', async () => {
    const share = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { onLine: true, share });
    links = [];
    await openPanel();
    expect(screen.getByTestId('share-panel').textContent).toContain('다른 분께 전달하지 마세요');
    await click('링크 만들어 보내기');
    expect(share.mock.calls).toEqual([
      [
        {
          title: '출입 안내',
          text: '강남점 1번 한강룸 예약이에요. 이 링크로 문을 열 수 있어요.',
          url: `${location.origin}/g/mjc_1`,
        },
      ],
    ]);
    expect(rows()).toHaveLength(1);
    await click('다시 보내기');
    expect([acts, share.mock.calls.length]).toEqual([['create'], 2]);
    expect(document.body.innerHTML).not.toContain(SAMPLE_TOKEN);
  });

  it('copies the link without such a menu, and shows it where copying is forbidden', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } });
    links = [linkOf(1)];
    await openPanel();
    await click('다시 보내기');
    expect(writeText.mock.calls).toEqual([[`${location.origin}/g/mjc_1`]]);
    expect(screen.getByTestId('share-panel').textContent).toContain('링크를 복사했어요');
    writeText.mockRejectedValue(new Error('forbidden'));
    document.execCommand = () => false;
    await click('다시 보내기');
    expect(screen.getByLabelText<HTMLInputElement>('일행 링크 주소').value).toBe(`${location.origin}/g/mjc_1`);
  });

  it('revokes a link with a second tap, and offers no sixth one', async () => {
    links = [1, 2, 3, 4, 5].map(linkOf);
    await openPanel();
    expect(screen.queryByRole('button', { name: /링크 하나 더|링크 만들어/ })).toBeNull();
    expect(rows()[0]?.textContent).toContain('마지막 사용');
    const second = within(rows()[1] as HTMLElement);
    await click('폐기', second);
    expect(acts).toEqual([]);
    await click('링크 폐기하기', second);
    expect([acts, rows().length]).toEqual([['revoke l2'], 4]);
    expect(screen.getByRole('button', { name: '링크 하나 더 만들기' })).toBeTruthy();
  });

  it('says why no link was created', async () => {
    links = [linkOf(1)];
    await openPanel();
    const before = reply;
    reply = (path, method, body) =>
      method === 'POST' ? refusal('TOO_MANY_COMPANIONS', 409) : before(path, method, body);
    await click('링크 하나 더 만들기');
    expect(screen.getByRole('alert').textContent).toContain('더 만들 수 없어요');
  });
});
