import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { expectConsoleError } from '../../../../../tools/expected-errors.ts';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { Drawer } from '../drawer.tsx';
import { containErrors, ErrorBoundary, loadFailureState } from './error-boundary.tsx';

function Broken(): never {
  throw new Error('the reply was not what it should be');
}

// The failure state is loaded on demand; see `FailureState`.
beforeAll(loadFailureState);

beforeEach(() => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('ADMIN') });
  expectConsoleError(/Screen failure|the reply was not what it should be|error boundary|dynamically imported/i);
});

it('an error boundary keeps the other cards when one throws, and names the one that failed', async () => {
  await renderScreen(
    <>
      <ErrorBoundary place="section" name="오늘 수치">
        <Broken />
      </ErrorBoundary>
      <ErrorBoundary place="section">
        <button type="button">앞문 열기</button>
      </ErrorBoundary>
    </>,
  );
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toContain('오늘 수치: 표시하지 못했어요');
  expect(failure.textContent).toMatch(/오류 번호: [0-9a-z]{8}/);
  expect(screen.getByRole('button', { name: '앞문 열기' })).toBeDefined();
});

it('an error boundary offers the link home where a whole screen throws, below a heading of the page', async () => {
  const Screen = containErrors(Broken);
  await renderScreen(<Screen />);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('이 화면을 표시하지 못했어요');
  expect(screen.getByRole('link', { name: '처음으로' }).getAttribute('href')).toBe('/dashboard');
});

it('an error boundary shows a failed control of the header as a button that reports the failure', async () => {
  await renderScreen(
    <ErrorBoundary place="control">
      <Broken />
    </ErrorBoundary>,
  );
  expect((await screen.findByTestId('failure')).getAttribute('aria-label')).toMatch(
    /^이 기능에 문제가 생겼어요\. 다시 시도/,
  );
});

it('an error boundary keeps an error of a drawer inside the drawer, which can still be closed', async () => {
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <p>메뉴</p>
        <Drawer isOpen={isOpen} onClose={() => setOpen(false)} side="end" label="설정" closeLabel="닫기">
          <Broken />
        </Drawer>
      </>
    );
  }
  await renderScreen(<Page />);
  const drawer = await screen.findByRole('dialog', { name: '설정' });
  expect((await within(drawer).findByRole('alert')).textContent).toContain('이 부분을 표시하지 못했어요');
  fireEvent.click(within(drawer).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByText('메뉴')).toBeDefined();
});

it('an error boundary reads the data again on a retry, and then shows the card', async () => {
  let reply: { name: string | null } = { name: null };
  function Card() {
    const { data } = useQuery({ queryKey: ['card'], queryFn: () => Promise.resolve(reply), staleTime: Infinity });
    return data === undefined ? null : <p>{data.name === null ? <Broken /> : data.name.toUpperCase()}</p>;
  }
  await renderScreen(
    <ErrorBoundary place="section">
      <Card />
    </ErrorBoundary>,
  );
  await screen.findByRole('alert');
  reply = { name: 'door' };
  fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
  expect(await screen.findByText('DOOR')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an error boundary retries after a navigation', async () => {
  let isBroken = true;
  const Part = () => (isBroken ? <Broken /> : <p>다시 보입니다</p>);
  await renderScreen(
    <>
      <Link to="/other">다른 곳</Link>
      <ErrorBoundary place="section">
        <Part />
      </ErrorBoundary>
    </>,
  );
  await screen.findByRole('alert');
  isBroken = false;
  fireEvent.click(screen.getByRole('link', { name: '다른 곳' }));
  expect(await screen.findByText('다시 보입니다')).toBeDefined();
});

it('an error boundary says that code could not be loaded, and offers to reload the page', async () => {
  const Late = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')));
  await renderScreen(
    <ErrorBoundary place="section">
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </ErrorBoundary>,
  );
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toContain('새 버전이 설치됐거나 인터넷 연결이 끊겼을 수 있어요');
  expect(within(failure).getByRole('button').textContent).toBe('새로 고침');
});

it('an error boundary reports each failure once, with the shown id', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await renderScreen(
    <ErrorBoundary place="section" name="카드">
      <Broken />
    </ErrorBoundary>,
  );
  const { textContent: shown } = await screen.findByRole('alert');
  const reports = () => log.mock.calls.filter(([first]) => first === 'Screen failure');
  await waitFor(() => expect(reports()).toHaveLength(1));
  const [, report] = reports()[0] ?? [];
  log.mockRestore();
  expect(report).toMatchObject({
    place: 'section',
    name: '카드',
    isChunk: false,
    message: 'the reply was not what it should be',
  });
  expect(shown).toContain((report as { id: string }).id);
});
