import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { CommandErrorCode, GuestPage } from '@munjigi/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuestApp } from './guest-app.tsx';
import { createLivePage, type LivePage } from './live-page.ts';
import kr from '../locales/kr.json';
import { SAMPLE_TOKEN, samplePage } from '../testing/sample-page.ts';
import { soon } from '../testing/soon.ts';
import { createTranslate } from '../shared/texts.ts';

const text = createTranslate(kr);
let live: LivePage | null = null;
let shown: GuestPage;
let pageRequests = 0;
const posts: { path: string; key: string | null; body: unknown }[] = [];
let answer: (path: string) => Response | Promise<Response>;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.useFakeTimers();
  posts.length = 0;
  answer = () => json({});
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'GET' && path.endsWith('/guest/page')) {
      pageRequests += 1;
      return Promise.resolve(json(shown));
    }
    // The server holds the request until something changes.
    if (path.endsWith('/guest/changes')) return new Promise(() => undefined);
    if (init.method === 'POST')
      posts.push({
        path,
        key: new Headers(init.headers).get('idempotency-key'),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : 'A FILE',
      });
    return Promise.resolve(answer(path));
  });
  sessionStorage.clear();
});
afterEach(() => {
  live?.stop();
  cleanup();
  vi.useRealTimers();
});

async function open(page: GuestPage): Promise<void> {
  shown = page;
  live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr' });
  render(<GuestApp token={SAMPLE_TOKEN} live={live} language="kr" text={text} onSwitchLanguage={() => undefined} />);
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const door = () => within(screen.getByTestId('door'));
const tap = async () => {
  fireEvent.click(door().getByRole('button'));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

describe('opening a door (GP-3)', () => {
  const command = (status: string, code?: CommandErrorCode, isAlreadyOpen = false) =>
    json({
      id: 'c1',
      storeId: '1',
      status,
      requestedAt: '2026-11-25T10:55:00.000Z',
      acknowledgedAt: null,
      isAlreadyOpen,
      error: code === undefined ? null : { code, message: '' },
    });

  it('says that a door that a person has just left by is open, and sends the command too', async () => {
    answer = () => command('SENT', undefined, true);
    await open(samplePage());
    await tap();
    await tap();
    expect(door().getByRole('button').textContent).toContain('이미 열려 있어요. 들어가세요');
    expect(screen.getByTestId('door-result').textContent).toContain('현관');
    expect(posts).toHaveLength(1);
  });

  it('needs a second tap within four seconds, and sends one command with its own key', async () => {
    answer = () => command('EXECUTED');
    await open(samplePage());
    await tap();
    expect(door().getByRole('button').textContent).toContain('한 번 더');
    await act(() => vi.advanceTimersByTimeAsync(4100));
    expect(door().getByRole('button').textContent).toContain('열기');
    await tap();
    expect(posts).toEqual([]);
    await tap();
    expect(posts).toEqual([
      { path: '/api/v2/playroom/guest/doors/d1/open', key: expect.stringMatching(/^[0-9a-f]{32}$/), body: {} },
    ]);
    expect(screen.getByTestId('door-result').textContent).toContain('현관');
  });

  it('sends nothing more while the command is under way', async () => {
    let finish = (_reply: Response): void => undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    await open(samplePage());
    await tap();
    await tap();
    await tap();
    await tap();
    expect(posts).toHaveLength(1);
    expect(door().getByRole('button').getAttribute('aria-disabled')).toBe('true');
    finish(command('EXECUTED'));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(door().getByRole('button').textContent).toContain('문이 열렸어요');
  });

  it.each<[CommandErrorCode, string]>([
    ['DEVICE_OFFLINE', '키패드로 열어 주세요'],
    ['NO_ANSWER', '응답하지 않았어요'],
    ['JAMMED', '당긴 채'],
    ['DOOR_LOCKED_DOWN', '매장에 연락해 주세요'],
    ['FIRE_RELEASE', '비상 개방'],
    ['REFUSED', '들어갈 수 없어요'],
  ])('says in plain words what to do after %s', async (code, words) => {
    answer = () => command('FAILED', code);
    await open(samplePage());
    await tap();
    await tap();
    expect(screen.getByTestId('door-result').textContent).toContain(words);
  });

  it.each([
    ['OUTSIDE_ACCESS_WINDOW', 409, '입장 시간이 아니에요'],
    ['OPENING_UNDER_WAY', 409, '움직이는 중'],
    ['STATE_NOT_ALLOWED', 409, '지금 문을 열 수 없어요'],
    ['TOO_MANY_REQUESTS', 429, '초 뒤'],
    ['INTERNAL', 500, '잠시 뒤 다시'],
  ])('explains the refusal %s', async (code, status, words) => {
    answer = () => json({ code, status }, status);
    await open(samplePage());
    await tap();
    await tap();
    expect(screen.getByTestId('door-result').textContent).toContain(words);
  });

  it('does not claim a result when the connection is lost meanwhile', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await open(samplePage());
    await tap();
    await tap();
    expect(screen.getByTestId('door-result').textContent).toContain('결과를 확인하지 못했어요');
  });

  it('offers no button outside the window, and says from when', async () => {
    const page = samplePage();
    const mayOpen = { isAllowed: false, from: '2026-11-25T11:50:00.000Z', until: '2026-11-25T13:10:00.000Z' };
    await open({ ...page, doors: page.doors.map((item) => ({ ...item, mayOpen })) });
    expect(door().queryByRole('button')).toBeNull();
    expect(screen.getByTestId('door').textContent).toContain('20:50부터 열 수 있어요');
  });
});

describe('the doors of a way (GT-7)', () => {
  it('are numbered from the entrance of the store to the room', async () => {
    const [entrance] = samplePage().doors;
    if (entrance === undefined) throw new Error('The sample has a door');
    await open(samplePage({ doors: [entrance, { ...entrance, doorId: 'd2', doorName: '1번 문', roomId: 'r1' }] }));
    expect(screen.getAllByTestId('door').map(({ textContent }) => textContent?.slice(0, 12))).toEqual([
      expect.stringContaining('1. 매장 입구현관'),
      expect.stringContaining('2. 내 룸1번 문'),
    ]);
  });
});

describe('the code of a door', () => {
  const withCode = (over: Partial<GuestPage['codes'][number]>) => {
    const page = samplePage();
    return { ...page, codes: page.codes.map((item) => ({ ...item, ...over })) };
  };
  it.each([
    ['NOT_YET', '19:50부터 볼 수 있어요'],
    ['PREPARING', '준비 중이에요'],
    ['ENDED', '더 이상 사용할 수 없어요'],
  ] as const)('is not shown while it is %s', async (state, words) => {
    await open(withCode({ state, code: null }));
    expect(screen.getByTestId('code').textContent).toContain(words);
    expect(screen.getByTestId('code').querySelector('.digits')).toBeNull();
  });

  it('is read digit by digit, and says that a spare code is one', async () => {
    await open(withCode({ state: 'SPARE' }));
    expect(screen.getByText('4 8 2 9 1 3')).toBeTruthy();
    expect(screen.getByTestId('code').textContent).toContain('예비 비밀번호예요');
  });

  it('disappears at the end of its window, also without a connection (GP-6)', async () => {
    await open(withCode({ closesAt: '2026-11-25T10:55:03.000Z' }));
    expect(screen.getByTestId('code').querySelector('.digits')).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.getByTestId('code').querySelector('.digits')).toBeNull();
  });
});

describe('the Wi-Fi (GP-2)', () => {
  it('disappears at the end of its window, also without a connection', async () => {
    const { arrival } = samplePage();
    const wifi = { name: 'room', password: 'secret', until: '2026-11-25T10:55:03.000Z' };
    await open(samplePage({ arrival: { ...arrival, wifi } }));
    expect(screen.getByTestId('wifi').textContent).toContain('secret');
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.queryByTestId('wifi')).toBeNull();
  });
});

describe('the price', () => {
  const rowsOf = () => {
    const list = screen.getByTestId('pay').querySelector('dl');
    return [...(list?.children ?? [])].map(({ textContent }) => textContent);
  };

  it('has the add-ons and the discount, which add up with the room (BK-13, CP-2)', async () => {
    await open(
      samplePage(
        {},
        {
          priceAmount: 21_000,
          paidAmount: 21_000,
          addOns: [{ label: '간식 세트', quantity: 2, amount: 6000 }],
          discount: { name: '오픈', amount: 5000 },
        },
      ),
    );
    expect(rowsOf().join(' ')).toBe(
      '룸 20,000원 간식 세트 × 2 6,000원 쿠폰 ‘오픈’ −5,000원 이용 금액 21,000원 결제한 금액 21,000원',
    );
  });

  it('leaves out the room when staff set a price below that of the add-ons', async () => {
    await open(samplePage({}, { priceAmount: 1000, addOns: [{ label: '간식 세트', quantity: 1, amount: 3000 }] }));
    expect(rowsOf().slice(0, 4)).toEqual(['간식 세트 × 1', '3,000원', '이용 금액', '1,000원']);
  });

  it('shows a coupon that made the stay free, without payments', async () => {
    await open(samplePage({}, { priceAmount: 0, paidAmount: 0, discount: { name: '오픈', amount: 20_000 } }));
    expect(rowsOf().slice(0, 4)).toEqual(['룸', '20,000원', '쿠폰 ‘오픈’', '−20,000원']);
    expect(within(screen.getByTestId('pay')).queryByRole('button')).toBeNull();
  });

  it('is absent for a stay without a price', async () => {
    await open(samplePage({}, { priceAmount: 0, paidAmount: 0 }));
    expect(screen.queryByTestId('pay')).toBeNull();
  });
});

describe('times of another day', () => {
  it('have the day, in the code, the door and the notice of a lost connection', async () => {
    const page = samplePage();
    const [from, until] = ['2026-11-26T10:50:00.000Z', '2026-11-26T13:10:00.000Z'];
    await open({
      ...page,
      codes: page.codes.map((code) => ({ ...code, state: 'NOT_YET', code: null, opensAt: from, closesAt: until })),
      doors: page.doors.map((item) => ({ ...item, mayOpen: { isAllowed: false, from, until } })),
    });
    expect(screen.getByTestId('code').textContent).toContain('11월 26일 (목) 19:50부터 볼 수 있어요');
    expect(screen.getByTestId('door').textContent).toContain('11월 26일 (목) 19:50부터 열 수 있어요');
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByTestId('trouble').textContent).toContain('19:55부터 오프라인');
    expect(screen.getByTestId('trouble').textContent).not.toContain('11월');
  });

  it('have the day at the end of a code after midnight', async () => {
    const page = samplePage();
    await open({ ...page, codes: page.codes.map((code) => ({ ...code, closesAt: '2026-11-25T16:10:00.000Z' })) });
    expect(screen.getByTestId('code').textContent).toContain('11월 26일 (목) 01:10까지');
  });
});

describe('help (GP-4)', () => {
  const help = {
    trouble: 'DOOR' as const,
    openedAt: '2026-11-25T10:54:00.000Z',
    seenAt: null,
    resolvedAt: null,
    notes: [],
    answers: [],
  };

  it('is not waited for after it was resolved', async () => {
    await open(samplePage({ help: { ...help, resolvedAt: '2026-11-25T10:54:30.000Z' } }));
    expect(screen.getByTestId('help-state').textContent).toBe('19:54에 해결됐어요.');
  });

  const at = (instant: string) => `2026-11-25T10:${instant}.000Z`;
  const showNext = async (page: GuestPage) => {
    shown = page;
    await act(() => vi.advanceTimersByTimeAsync(5000));
  };
  const openedByStaff = (isOpen: boolean) =>
    samplePage({
      help: { ...help, seenAt: help.openedAt, resolvedAt: at('54:30') },
      doors: samplePage().doors.map((item) => ({ ...item, openedByStaff: { openedAt: at('54:30'), isOpen } })),
    });
  const isAboveDoors = () =>
    Boolean(
      screen.getByTestId('help').compareDocumentPosition(screen.getByTestId('doors')) &
      Node.DOCUMENT_POSITION_FOLLOWING,
    );

  it('stands above the doors from the request on, and below them before', async () => {
    await open(samplePage());
    expect(isAboveDoors()).toBe(false);
    await showNext(samplePage({ help }));
    expect(isAboveDoors()).toBe(true);
    expect(screen.getAllByTestId('help')).toHaveLength(1);
  });

  it('vibrates and scrolls into view with an answer and with a door that staff opened, and not for the own request', async () => {
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { vibrate }));
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    try {
      await open(samplePage());
      await showNext(samplePage({ help }));
      expect([vibrate.mock.calls.length, scroll.mock.calls.length]).toEqual([0, 1]);
      await showNext(samplePage({ help: { ...help, answers: [{ text: '곧 갈게요.', at: at('54:20') }] } }));
      expect(vibrate).toHaveBeenCalledTimes(1);
      expect(screen.getByTestId('help').textContent).toContain('곧 갈게요.');
      await showNext(openedByStaff(true));
      expect(vibrate).toHaveBeenCalledTimes(2);
      const scrolls = scroll.mock.calls.length;
      // Doors and help that disappear, as with a cancelled stay.
      await showNext(samplePage({ doors: [] }));
      expect([vibrate.mock.calls.length, scroll.mock.calls.length]).toEqual([2, scrolls]);
    } finally {
      scroll.mockRestore();
      vi.unstubAllGlobals();
    }
  });

  it('says that staff opened the door while it is open, and then that it locked again', async () => {
    await open(openedByStaff(true));
    const opened = () => screen.getByTestId('opened-by-staff').textContent;
    expect(opened()).toBe('현관직원이 문을 열었어요. 지금 들어가세요');
    expect(screen.getByTestId('help').textContent).not.toContain('해결됐어요');
    await showNext(openedByStaff(false));
    expect(opened()).toBe('현관문이 다시 잠겼어요. 한 번 더 열기를 요청하거나 직접 열어 보세요');
    expect(within(screen.getByTestId('help')).getByRole('button', { name: '한 번 더 열어 주세요' })).toBeTruthy();
  });

  it('is asked for with a few words and a photo, about something else than the door (GT-9)', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await open(samplePage());
    fireEvent.click(screen.getByRole('button', { name: '다른 도움이 필요해요' }));
    const form = await soon(() => screen.getByTestId('help-request'));
    fireEvent.click(within(form).getByRole('button', { name: '보내기' }));
    expect(within(form).getByRole('alert').textContent).toBe('내용을 입력하거나 사진을 골라 주세요.');
    fireEvent.change(within(form).getByRole('textbox'), { target: { value: ' 빔프로젝터가 안 돼요 ' } });
    const photo = new File(['picture'], 'a.jpg', { type: 'image/jpeg' });
    fireEvent.change(within(form).getByLabelText('사진 붙이기'), { target: { files: [photo] } });
    fireEvent.click(within(form).getByRole('button', { name: '보내기' }));
    await soon(() => expect(posts).toHaveLength(2));
    expect(posts.map(({ path, body }) => [path, body])).toEqual([
      ['/api/v2/playroom/guest/help', { trouble: 'EQUIPMENT', text: '빔프로젝터가 안 돼요' }],
      ['/api/v2/playroom/guest/help/photo', 'A FILE'],
    ]);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(2);
    const at = '2026-11-25T10:54:10.000Z';
    const notes = [
      { text: '빔프로젝터가 안 돼요', photo: null, at, companion: null },
      { text: '', photo: { id: 'p1', width: 4, height: 3 }, at, companion: 1 },
    ];
    await showNext(samplePage({ help: { ...help, trouble: 'EQUIPMENT', notes } }));
    expect(screen.getByTestId('help-state').textContent).toContain('사진을 보냈어요');
    expect(screen.getByRole('button', { name: '설명이나 사진 보내기' })).toBeTruthy();
  });

  it.each([
    ['unseen', help, 5],
    ['seen', { ...help, seenAt: help.openedAt }, 2],
    ['ten minutes old', { ...help, openedAt: '2026-11-25T10:44:00.000Z' }, 2],
  ])('polls faster only while it is unseen and new: %s', async (_title, state, expected) => {
    await open(samplePage({ help: state }));
    const before = pageRequests;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(pageRequests - before).toBe(expected);
  });
});

describe('the states of a reservation', () => {
  it('counts down to the start by the clock of the server', async () => {
    await open(samplePage());
    expect(screen.getByTestId('countdown').textContent).toBe('5분 0초 뒤 시작');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByTestId('countdown').textContent).toBe('4분 58초 뒤 시작');
  });

  it('names the day of an end after midnight', async () => {
    await open(samplePage({}, { startsAt: '2026-11-25T14:00:00.000Z', endsAt: '2026-11-25T16:00:00.000Z' }));
    expect(screen.getByTestId('when').textContent).toContain('23:00–01:0011월 26일 (목)에 끝나요');
  });

  it.each([
    ['CANCELLED', '예약 링크에서 취소했어요'],
    ['EXPIRED', '예약이 만료됐어요'],
    ['NO_SHOW', '방문 기록이 없어'],
  ] as const)('%s has neither doors nor cancellation', async (state, words) => {
    await open(samplePage({}, { state }));
    expect(screen.getByTestId('when').textContent).toContain(words);
    expect([screen.queryByTestId('doors'), screen.queryByTestId('manage')]).toEqual([null, null]);
  });

  it('PENDING shows the time to pay, and no door', async () => {
    const pay = { isAllowed: true, from: null, until: '2026-11-25T11:05:00.000Z' };
    const { may } = samplePage().reservation;
    await open(
      samplePage(
        { dueAmount: 20_000 },
        { state: 'PENDING', paidAmount: 0, holdExpiresAt: '2026-11-25T11:05:00.000Z', may: { ...may, pay } },
      ),
    );
    expect(screen.getByTestId('hold').textContent).toBe('10분 안에 결제하면 예약이 확정돼요.');
    expect(screen.getByRole('button', { name: '20,000원 결제하기' })).toBeTruthy();
    expect(screen.queryByTestId('doors')).toBeNull();
  });
});
