import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { DemoInboxPage } from './demo-inbox-page.tsx';

const INBOX = 'GET /api/v2/{product}/demo-inbox';
const signedIn = { 'GET /api/v2/auth/me': () => person('ADMIN') } as const;

it('the demo inbox shows channel, sender, recipient, text and time of what guests received', async () => {
  answerCalls({
    ...signedIn,
    [INBOX]: () => ({
      items: [
        {
          id: '1',
          channel: 'EMAIL' as const,
          to: 'guest@example.com',
          from: 'shop@example.com',
          subject: '예약이 확정되었어요',
          body: '홍길동님, 예약이 확정되었어요.',
          receivedAt: '2026-11-21T02:00:00.000Z',
        },
      ],
    }),
  });
  await renderScreen(<DemoInboxPage />);
  const item = await screen.findByTestId('inbox-item');
  for (const words of [
    '이메일',
    'shop@example.com → guest@example.com',
    '예약이 확정되었어요',
    '홍길동님, 예약이 확정되었어요.',
    '11:00',
  ])
    expect(item.textContent).toContain(words);
});

it('the demo inbox says that it exists in the demo only, when the server has none', async () => {
  answerCalls({ ...signedIn, [INBOX]: () => refuse('NOT_FOUND', 404) });
  await renderScreen(<DemoInboxPage />);
  await screen.findByText('데모에만 있는 화면이에요');
});

it('the demo inbox says how messages get into it while it is empty', async () => {
  answerCalls({ ...signedIn, [INBOX]: () => ({ items: [] }) });
  await renderScreen(<DemoInboxPage />);
  await screen.findByText('예약을 만들고 확정하면 여기에 표시돼요.');
});
