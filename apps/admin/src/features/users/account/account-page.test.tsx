import type { OwnAccount } from '@munjigi/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TOKEN_STORAGE_KEY } from '../../../api/session.ts';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { sampleId } from '../../../testing/samples.ts';
import { AccountPage } from './account-page.tsx';

const PASSWORD = 'PATCH /api/v2/auth/account/password';
const session = (n: number, isThis: boolean) => ({
  id: sampleId(n),
  address: '192.0.2.7',
  userAgent: '',
  createdAt: '2026-11-20T05:00:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  endedAt: null,
  isLive: true,
  isThis,
});
const account: OwnAccount = {
  id: sampleId(1),
  name: '김지은',
  email: 'kim@test.example',
  phone: '',
  locale: 'kr',
  roles: [{ role: 'ADMIN', until: null }],
  stores: [],
  sessions: [session(7, true), session(8, false)],
  passwordReset: null,
  version: 2,
};
const answers = {
  'GET /api/v2/auth/me': () => person('ADMIN'),
  'GET /api/v2/auth/account': () => account,
  'GET /api/v2/auth/account/second-factor': () => ({
    isOn: false,
    confirmedAt: null,
    recoveryCodesLeft: 0,
    isRequired: false,
  }),
} as const;
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const token = (n: number) => `x.${btoa(JSON.stringify({ exp: 4_000_000_000 + n }))}.x`;

it('the account page changes the password and continues with the token of the new session (AU-6)', async () => {
  const requests = answerCalls({ ...answers, [PASSWORD]: () => ({ accessToken: token(1) }) });
  await renderScreen(<AccountPage />);
  await screen.findByText('kim@test.example');
  const save = () => fireEvent.click(screen.getByRole('button', { name: '비밀번호 바꾸기' }));
  type('현재 비밀번호', 'the old password');
  type('새 비밀번호', 'short');
  save();
  expect(screen.getByText('12자 이상 입력해 주세요.')).toBeTruthy();
  type('새 비밀번호', 'a new long password');
  expect(screen.getByText('새 비밀번호와 달라요.')).toBeTruthy();
  expect(requests.has(PASSWORD)).toBe(false);
  type('새 비밀번호 확인', 'a new long password');
  save();
  await waitFor(() => expect(sessionStorage.getItem(TOKEN_STORAGE_KEY)).toBe(token(1)));
  expect(requests.get(PASSWORD)?.[0]?.body).toEqual({
    currentPassword: 'the old password',
    newPassword: 'a new long password',
  });
  // The request has no idempotency key, because the server must not store the answer with the token.
  expect(requests.get(PASSWORD)?.[0]?.headers.get('idempotency-key')).toBeNull();
});

it('the account page shows the server’s problem with a password at its field', async () => {
  answerCalls({
    ...answers,
    [PASSWORD]: () =>
      refuse('INVALID_INPUT', 400, { errors: [{ path: 'newPassword', code: 'PASSWORD_COMMON', message: '' }] }),
  });
  await renderScreen(<AccountPage />);
  await screen.findByText('kim@test.example');
  type('현재 비밀번호', 'the old password');
  for (const label of ['새 비밀번호', '새 비밀번호 확인']) type(label, '1q2w3e4r5t6y');
  fireEvent.click(screen.getByRole('button', { name: '비밀번호 바꾸기' }));
  expect(await screen.findByText('흔히 쓰이는 비밀번호예요. 다른 비밀번호를 입력해 주세요.')).toBeTruthy();
  expect(screen.getByLabelText('새 비밀번호').getAttribute('aria-invalid')).toBe('true');
});

it('the account page changes the name with the version that was seen, and ends all other sessions', async () => {
  const requests = answerCalls({
    ...answers,
    'PATCH /api/v2/auth/account': () => account,
    'POST /api/v2/auth/account/session/end-others': () => ({ ended: 1 }),
  });
  await renderScreen(<AccountPage />);
  await screen.findByText('kim@test.example');
  type('이름', ' 김하늘 ');
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(requests.get('PATCH /api/v2/auth/account')?.[0]?.body).toEqual({ version: 2, name: '김하늘' }),
  );
  fireEvent.click(screen.getByRole('button', { name: '다른 기기 모두 로그아웃' }));
  await waitFor(() => expect(requests.has('POST /api/v2/auth/account/session/end-others')).toBe(true));
});
