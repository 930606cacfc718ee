import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { startI18n } from '../../session/i18n.ts';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { SignUpPage } from './sign-up-page.tsx';

const READ = 'GET /api/v2/auth/sign-up';
const SIGN_UP = 'POST /api/v2/auth/sign-up';

async function renderPage(path: string): Promise<void> {
  localStorage.setItem('i18nextLng', 'kr');
  sessionStorage.clear();
  await startI18n();
  const router = createMemoryRouter([{ path: '*', element: <SignUpPage /> }], { initialEntries: [path] });
  render(
    <Suspense fallback={null}>
      <RouterProvider router={router} />
    </Suspense>,
  );
  await screen.findByTestId('sign-up-form');
}
function fill(): void {
  for (const [label, value] of [
    ['이름', '박서준'],
    ['이메일', 'park@test.example'],
    ['전화번호', '010-2345-6789'],
    ['매장 이름', '성수점'],
    ['비밀번호', 'a long enough secret'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}
const submit = () => fireEvent.submit(screen.getByTestId('sign-up-form'));

it('the sign-up page requests an account of the chain in the address (AU-4)', async () => {
  const requests = answerCalls({
    [READ]: () => ({ product: { slug: 'playroom', name: '플레이룸' } }),
    [SIGN_UP]: () => ({ isWaiting: true as const }),
  });
  await renderPage('/?product=playroom&returnTo=%2Fdashboard%2Fdoor');
  expect(await screen.findByText('플레이룸 브랜드에 가입을 신청해요.')).toBeTruthy();
  expect(requests.get(READ)?.[0]?.query).toEqual({ product: 'playroom' });
  fill();
  submit();
  expect((await screen.findByTestId('sign-up-done')).textContent).toContain('승인하면 로그인할 수 있어요.');
  expect(requests.get(SIGN_UP)?.[0]?.body).toEqual({
    product: 'playroom',
    name: '박서준',
    email: 'park@test.example',
    phone: '010-2345-6789',
    storeName: '성수점',
    password: 'a long enough secret',
  });
  expect(screen.getByRole('link', { name: '로그인으로 돌아가기' }).getAttribute('href')).toBe(
    '/auth/jwt/sign-in?returnTo=%2Fdashboard%2Fdoor',
  );
});

it('the sign-up page requests the chain when there are several, and shows problems at their fields', async () => {
  const requests = answerCalls({
    [READ]: () => ({ product: null }),
    [SIGN_UP]: () =>
      refuse('INVALID_INPUT', 400, {
        errors: [
          { path: 'product', code: 'PRODUCT_UNKNOWN', message: '' },
          { path: 'password', code: 'PASSWORD_COMMON', message: '' },
        ],
      }),
  });
  await renderPage('/');
  fireEvent.change(await screen.findByLabelText('브랜드 코드'), { target: { value: ' Nowhere ' } });
  fill();
  submit();
  expect(await screen.findByText('이 코드의 브랜드가 없어요. 코드를 다시 확인해 주세요.')).toBeTruthy();
  expect(screen.getByText('흔히 쓰이는 비밀번호예요. 다른 비밀번호를 입력해 주세요.')).toBeTruthy();
  expect([
    screen.getByLabelText('브랜드 코드').getAttribute('aria-invalid'),
    requests.get(SIGN_UP)?.[0]?.body?.['product'],
  ]).toEqual(['true', 'nowhere']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('브랜드 코드')));
});

it('the sign-up page says when to try again after too many requests', async () => {
  answerCalls({
    [READ]: () => ({ product: { slug: 'playroom', name: '플레이룸' } }),
    [SIGN_UP]: () => refuse('TOO_MANY_REQUESTS', 429, { retryAfterSeconds: 3600 }),
  });
  await renderPage('/');
  fill();
  submit();
  expect((await screen.findByText(/60분 뒤에/)).textContent).toContain('요청이 너무 많아요');
});
