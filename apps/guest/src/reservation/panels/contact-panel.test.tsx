import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ContactOfGuest } from '@munjigi/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GuestApp } from '../guest-app.tsx';
import { createLivePage, type LivePage } from '../live-page.ts';
import kr from '../../locales/kr.json';
import { SAMPLE_TOKEN, samplePage } from '../../testing/sample-page.ts';
import { createTranslate } from '../../shared/texts.ts';
import { soon } from '../../testing/soon.ts';

/** The settings of messages on the page of a guest (GP-7). */

const CONTACT: ContactOfGuest = {
  reservationId: '1',
  storeId: '1',
  version: 3,
  language: 'ko',
  maskedEmail: 'j***@g***.example',
  hasEmails: true,
  refusals: [
    { kind: 'ACCESS_OPENS', isRefused: true },
    { kind: 'ENDING_SOON', isRefused: false },
  ],
};
let live: LivePage;
let contact: ContactOfGuest;
let refusal: { readonly code: string; readonly status: number } | null;
const changes: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  changes.length = 0;
  contact = CONTACT;
  refusal = null;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
    if (path === '/api/v2/guest/page') return json(samplePage());
    expect(path).toBe('/api/v2/playroom/guest/contact');
    if (init.method === 'GET') return json(contact);
    changes.push(JSON.parse(init.body as string));
    if (refusal !== null) return json(refusal, refusal.status);
    contact = { ...contact, version: contact.version + 1, maskedEmail: 'n***@g***.example' };
    return json(contact);
  });
  sessionStorage.clear();
});
afterEach(() => {
  live.stop();
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

async function openPanel() {
  live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr' });
  render(
    <GuestApp
      token={SAMPLE_TOKEN}
      live={live}
      language="kr"
      text={createTranslate(kr)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settle();
  fireEvent.click(screen.getByRole('button', { name: '알림 설정' }));
  await soon(() => screen.getByTestId('contact-panel'));
  await settle();
  return within(screen.getByTestId('contact-panel'));
}
type Panel = Awaited<ReturnType<typeof openPanel>>;
const type = (panel: Panel, email: string) =>
  fireEvent.change(panel.getByLabelText('이메일'), { target: { value: email } });
async function click(panel: Panel, name: string) {
  fireEvent.click(panel.getByRole('button', { name }));
  await settle();
}

it('saves the language, a new address and the refused kinds with the version, and shows the address masked', async () => {
  const panel = await openPanel();
  expect(panel.getByText(/지금 주소 j\*\*\*@g\*\*\*.example/)).toBeTruthy();
  fireEvent.change(panel.getByLabelText('메시지 언어'), { target: { value: 'en' } });
  type(panel, ' new@guest.example ');
  fireEvent.click(panel.getByLabelText('종료 10분 전과 연장 안내'));
  await click(panel, '저장');
  expect(changes).toEqual([
    { version: 3, language: 'en', email: 'new@guest.example', refusals: [{ kind: 'ENDING_SOON', isRefused: true }] },
  ]);
  expect(panel.getByRole('status').textContent).toBe('저장했어요');
  expect(panel.getByLabelText<HTMLInputElement>('이메일').value).toBe('');
  expect(panel.getByText(/지금 주소 n\*\*\*/)).toBeTruthy();
});

it('leaves an address alone that was not typed, and removes it on demand', async () => {
  const panel = await openPanel();
  await click(panel, '저장');
  await click(panel, '이메일 삭제');
  expect(changes).toEqual([
    { version: 3, language: 'ko' },
    { version: 4, email: '' },
  ]);
});

it('keeps unsaved choices when the address is removed, and sends no kind that was put back', async () => {
  const panel = await openPanel();
  fireEvent.change(panel.getByLabelText('메시지 언어'), { target: { value: 'en' } });
  fireEvent.click(panel.getByLabelText('종료 10분 전과 연장 안내'));
  for (const _press of [1, 2]) fireEvent.click(panel.getAllByRole('checkbox')[0] ?? document.body);
  await click(panel, '이메일 삭제');
  expect(panel.getByLabelText<HTMLInputElement>('종료 10분 전과 연장 안내').checked).toBe(false);
  await click(panel, '저장');
  expect(changes).toEqual([
    { version: 3, email: '' },
    { version: 4, language: 'en', refusals: [{ kind: 'ENDING_SOON', isRefused: true }] },
  ]);
});

it.each([
  ['INVALID_INPUT', 400, '이메일 주소를 확인해 주세요.'],
  ['MESSAGE_LIMIT', 429, '한 시간에 다섯 번까지'],
  ['STALE', 409, '그사이 예약이 바뀌었어요'],
])('explains the refusal %s and keeps what was typed', async (code, status, words) => {
  const panel = await openPanel();
  refusal = { code, status };
  type(panel, 'new@guest.example');
  contact = { ...CONTACT, version: 9 };
  await click(panel, '저장');
  expect(panel.getByRole('alert').textContent).toContain(words);
  expect(panel.getByLabelText<HTMLInputElement>('이메일').value).toBe('new@guest.example');
  refusal = null;
  await click(panel, '저장');
  expect(changes.at(-1)).toMatchObject({ version: code === 'STALE' ? 9 : 3 });
});

it('hides the address where the product sends no e-mails, and the kinds of a guest without a phone', async () => {
  contact = { ...CONTACT, hasEmails: false, refusals: [] };
  const panel = await openPanel();
  expect(panel.queryByLabelText('이메일')).toBeNull();
  expect(panel.queryByRole('checkbox')).toBeNull();
  await click(panel, '저장');
  expect(changes).toEqual([{ version: 3, language: 'ko' }]);
});
