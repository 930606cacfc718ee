import { screen } from '@testing-library/react';
import type { DoorSpares } from '@munjigi/contract';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { DoorSparesLine } from './door-spares.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();

async function line(spares: Partial<DoorSpares>): Promise<string> {
  answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/door/spare': () => ({
      total: 1,
      items: [
        {
          doorId: sampleId(20),
          storeId: STORES[0].id,
          size: 2,
          ready: 2,
          given: 0,
          lastsUntil: null,
          lastsWithSparesUntil: null,
          ...spares,
        },
      ],
    }),
  });
  await renderScreen(<DoorSparesLine doorId={sampleId(20)} />);
  return (await screen.findByTestId('door-spares')).textContent;
}

it('the note on spare codes says that a door works offline for all booked guests', async () => {
  expect(await line({})).toBe(
    '네트워크가 끊겨도 지금까지 예약한 손님은 모두 들어올 수 있어요.예비 코드 2개 중 2개 준비됨',
  );
});

it('the note on spare codes says until when a door works offline, with and without its spare codes', async () => {
  const text = await line({ ready: 1, given: 1, lastsUntil: inDays(1), lastsWithSparesUntil: inDays(2) });
  expect(text).toMatch(
    /^네트워크 없이 .+까지 괜찮아요예비 코드 2개 중 1개 준비됨 · 손님이 쓰는 중 1개 · 예비 코드까지 쓰면 .+까지$/,
  );
});

it('the note on spare codes warns when a coming guest has no code in the lock, and omits spare codes when the size is 0', async () => {
  expect(await line({ size: 0, ready: 0, lastsUntil: inDays(-0.01), lastsWithSparesUntil: inDays(-0.01) })).toBe(
    '네트워크가 끊기면 못 들어오는 손님이 있어요. 도어록에 아직 코드가 없어요.',
  );
});
