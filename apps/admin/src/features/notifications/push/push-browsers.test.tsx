import type { PushBrowser } from '@munjigi/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls } from '../../../testing/answers.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { sampleId } from '../../../testing/samples.ts';
import { PushBrowsers } from './push-browsers.tsx';

const PHONE: PushBrowser = {
  id: sampleId(1),
  userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  kinds: ['ALARM'],
  createdAt: '2026-11-20T05:00:00.000Z',
  lastDeliveredAt: null,
};

it('the push browser list shows when each browser last received a notification, or that it has received none, and removes the chosen one', async () => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('CUSTOMER_MANAGER') });
  const remove = vi.fn();
  const notified = { ...PHONE, id: sampleId(2), userAgent: '', lastDeliveredAt: '2026-11-21T05:30:00.000Z' };
  await renderScreen(<PushBrowsers browsers={[PHONE, notified]} onRemove={remove} />);
  const [first, second] = (await screen.findAllByTestId('push-browser')).map((row) => row.textContent);
  expect(first).toContain('Chrome · Android');
  expect(first).toContain('아직 보낸 알림 없음');
  expect(second).toMatch(/마지막 발송 .*14:30/);
  fireEvent.click(screen.getByRole('button', { name: 'Chrome · Android 알림 끄기' }));
  expect(remove).toHaveBeenCalledWith(PHONE.id);
});
