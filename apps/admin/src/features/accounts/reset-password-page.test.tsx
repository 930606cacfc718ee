import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '../../session/i18n.ts';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { InvitationPage, ResetPasswordPage } from './reset-password-page.tsx';

const CHECK = 'POST /api/v2/auth/password-reset/check';
const RESET = 'PATCH /api/v2/auth/password-reset';
const usable = () => ({ expiresAt: '2099-01-01T00:00:00.000Z' });
const invalid = () => refuse('RESET_LINK_INVALID', 410);

afterEach(cleanup);

async function renderPage(hash: string) {
  localStorage.setItem('i18nextLng', 'kr');
  sessionStorage.clear();
  await startI18n();
  const router = createMemoryRouter([{ path: '/reset-password', element: <ResetPasswordPage /> }], {
    initialEntries: [`/reset-password${hash}`],
  });
  render(
    <Suspense fallback={null}>
      <RouterProvider router={router} />
    </Suspense>,
  );
  return router;
}
const type = async (password: string) => {
  fireEvent.change(await screen.findByLabelText('새 비밀번호'), { target: { value: password } });
  fireEvent.submit(screen.getByTestId('reset-form'));
};

it('the password reset page sets the password with the token of the fragment, and removes the token from the address', async () => {
  const requests = answerCalls({ [CHECK]: usable, [RESET]: () => ({}) });
  const router = await renderPage('#the-secret');
  await type('a new long password');
  expect((await screen.findByTestId('reset-done')).textContent).toContain('새 비밀번호로 로그인');
  expect(requests.get(CHECK)?.map(({ body }) => body)).toEqual([{ token: 'the-secret' }]);
  expect(requests.get(RESET)?.map(({ body }) => body)).toEqual([
    { token: 'the-secret', newPassword: 'a new long password' },
  ]);
  expect(router.state.location).toMatchObject({ pathname: '/reset-password', hash: '' });
  expect(screen.getByRole('link', { name: '로그인' }).getAttribute('href')).toBe('/auth/jwt/sign-in');
});

it('the password reset page shows a password problem at its field and keeps the form', async () => {
  answerCalls({
    [CHECK]: usable,
    [RESET]: () =>
      refuse('INVALID_INPUT', 400, { errors: [{ path: 'newPassword', code: 'PASSWORD_COMMON', message: '' }] }),
  });
  await renderPage('#the-secret');
  await type('password1234567');
  expect(await screen.findByText('흔히 쓰이는 비밀번호예요. 다른 비밀번호를 입력해 주세요.')).toBeTruthy();
  expect(screen.getByLabelText('새 비밀번호').getAttribute('aria-invalid')).toBe('true');
});

it('the password reset page explains an unusable link, before and after a password was typed, and a link without a token', async () => {
  answerCalls({ [CHECK]: invalid });
  await renderPage('#the-secret');
  expect((await screen.findByTestId('reset-invalid')).textContent).toContain('새 링크를 받거나 관리자에게');
  cleanup();
  answerCalls({ [CHECK]: usable, [RESET]: invalid });
  await renderPage('#the-secret');
  await type('a new long password');
  expect((await screen.findByTestId('reset-invalid')).textContent).toContain('새 링크를 받거나 관리자에게');
  cleanup();
  await renderPage('');
  expect((await screen.findByTestId('reset-invalid')).textContent).toContain('받은 링크 전체를');
});

it('the invitation page welcomes a new person, and neither speaks of a new password nor of signing out (AU-9)', async () => {
  answerCalls({ [CHECK]: usable, [RESET]: () => ({}) });
  localStorage.setItem('i18nextLng', 'kr');
  await startI18n();
  const router = createMemoryRouter([{ path: '/invitation', element: <InvitationPage /> }], {
    initialEntries: ['/invitation#the-secret'],
  });
  const { container } = render(
    <Suspense fallback={null}>
      <RouterProvider router={router} />
    </Suspense>,
  );
  expect(await screen.findByText('초대를 받았어요')).toBeTruthy();
  const field = await screen.findByLabelText('비밀번호');
  expect(container.textContent).not.toMatch(/로그아웃|새 비밀번호/);
  fireEvent.change(field, { target: { value: 'a new long password' } });
  fireEvent.submit(screen.getByTestId('reset-form'));
  expect((await screen.findByTestId('reset-done')).textContent).toContain('초대받은 이메일');
  expect(container.textContent).not.toContain('로그아웃');
});
