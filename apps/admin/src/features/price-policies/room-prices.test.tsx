import type { PricePolicy } from '@munjigi/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { RoomPrices } from './room-prices.tsx';
import { newPolicy } from './policy-draft.ts';

const ROOM = sampleRoom({ name: '파티룸' });
const POLICIES: readonly PricePolicy[] = [
  { ...newPolicy(ROOM.storeId, [ROOM.id, sampleId(11)]), id: sampleId(71), name: '주말 밤' },
  { ...newPolicy(ROOM.storeId, [sampleId(11)]), id: sampleId(72), name: '다른 룸' },
  { ...newPolicy(ROOM.storeId), id: sampleId(73), name: '기본' },
];
type Answers = Parameters<typeof answerCalls>[0];
const answers = (policies: NonNullable<Answers['GET /api/v2/{product}/price-policy']>): Answers => ({
  'GET /api/v2/auth/me': () => person('FRANCHISEE'),
  'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
  'GET /api/v2/{product}/price-policy': policies,
});

describe('RoomPrices (the prices of a room)', () => {
  it('lists the policies that apply to the room, each with a link to its editor (RM-3)', async () => {
    answerCalls(answers(() => ({ total: POLICIES.length, items: [...POLICIES] })));
    await renderScreen(<RoomPrices room={ROOM} />);
    const rows = await screen.findAllByTestId('room-price');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/주말 밤.*룸 2개에 적용/),
      expect.stringMatching(/기본.*모든 룸/),
    ]);
    expect(screen.getByRole('link', { name: '주말 밤' }).getAttribute('href')).toContain(
      `tab=prices&policy=${sampleId(71)}`,
    );
    expect(screen.getByRole('link', { name: '정책 추가' }).getAttribute('href')).toContain(
      `policy=new&room=${ROOM.id}`,
    );
  });

  it('explains that a room without a price cannot be booked', async () => {
    answerCalls(answers(() => ({ total: 0, items: [] })));
    await renderScreen(<RoomPrices room={ROOM} />);
    expect((await screen.findByTestId('room-prices-empty')).textContent).toContain('예약할 수 없어요');
  });

  it('shows an error with a way to try again', async () => {
    answerCalls(answers(() => refuse('INTERNAL', 500)));
    await renderScreen(<RoomPrices room={ROOM} />);
    expect(await screen.findByTestId('error-state')).toBeTruthy();
  });
});
