import type { Emergency, Role } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EmergencyWatch } from '../../../app/dashboard-live.tsx';
import { rereadNamed } from '../../../session/live-cache.ts';
import { answerCalls } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { sampleEmergency, sampleId } from '../../../testing/samples.ts';
import { emergencyLive } from './emergency.live.ts';

const LIST = 'GET /api/v2/{product}/door/emergency';
const END = 'POST /api/v2/{product}/door/emergency/{emergencyId}/end';
const ended = (): Emergency => ({
  ...sampleEmergency('DONE', 'DONE'),
  endedAt: '2026-11-20T11:00:00Z',
  endedBy: '김지은',
});
const bar = () => screen.findByTestId('emergency-bar');

async function show(role: Role, items: readonly Emergency[]) {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ total: items.length, isTotalExact: true, items: [...items] }),
    [END]: ended,
  });
  return { requests, ...(await renderScreen(<EmergencyWatch />)) };
}

it.each(['ADMIN', 'FRANCHISEE'] as const)(
  'the emergency bar names the store, the person, the time and the reason, and releases after one question, for %s (DR-8)',
  async (role) => {
    const { requests } = await show(role, [sampleEmergency('DONE', 'OFFLINE')]);
    const words = (await bar()).textContent;
    for (const expected of [
      `${STORES[0].name} 출입 통제 중`,
      '김지은',
      '19:00부터',
      '훈련',
      '문 1개는 현장 확인이 필요해요',
    ])
      expect(words).toContain(expected);
    fireEvent.click(screen.getByRole('button', { name: `${STORES[0].name} 출입 통제 해제` }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '출입 통제 해제' }));
    await waitFor(() => expect(requests.get(END)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByTestId('emergency-bar')).toBeNull());
  },
);

it.each(['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const)(
  'the emergency bar shows the bar without a release button to %s',
  async (role) => {
    await show(role, [{ ...sampleEmergency(), kind: 'FIRE_RELEASE' }]);
    expect((await bar()).textContent).toContain(`${STORES[0].name} 화재 개방 중`);
    expect(within(await bar()).queryByRole('button')).toBeNull();
  },
);

it('the emergency bar appears with the event of the stream and goes with the event of its end', async () => {
  const { client } = await show('CUSTOMER_MANAGER', []);
  await waitFor(() => expect(client.getQueryData(['emergencies', 'playroom'])).toBeDefined());
  expect(screen.queryByTestId('emergency-bars')).toBeNull();
  act(() => emergencyLive['emergency.changed']?.(sampleEmergency(), { client, product: 'playroom' }));
  await bar();
  act(() =>
    emergencyLive['emergency.changed']?.(
      { ...ended(), doors: sampleEmergency('DONE', 'OFFLINE').doors },
      { client, product: 'playroom' },
    ),
  );
  await waitFor(() => expect(screen.queryByTestId('emergency-bar')).toBeNull());
});

it('the emergency bar disappears after a reconnection whose stream no longer has the end event', async () => {
  const items = [sampleEmergency()];
  const { client } = await show('ADMIN', items);
  await bar();
  answerCalls({ [LIST]: () => ({ total: 0, isTotalExact: true, items: [] }) });
  act(() => emergencyLive.queries.forEach((name) => rereadNamed({ client, product: 'playroom' }, name)));
  await waitFor(() => expect(screen.queryByTestId('emergency-bar')).toBeNull());
});

it('the emergency bar shows three bars and counts the further stores', async () => {
  await show(
    'ADMIN',
    [1, 2, 3, 4, 5].map((n) => ({ ...sampleEmergency(), id: sampleId(60 + n) })),
  );
  expect(await screen.findAllByTestId('emergency-bar')).toHaveLength(3);
  expect(screen.getByRole('link', { name: '비상 조치 중인 매장 2곳 더 보기' })).toBeTruthy();
});

it('the emergency bar names each door whose keypad may still open, and why (DR-8)', async () => {
  const emergency = sampleEmergency('DONE', 'OFFLINE');
  const [front, back] = emergency.doors;
  if (!front || !back) throw new Error('The sample has two doors');
  const doors = [
    { ...front, keypad: { codes: 3, openCodes: 0, obstacle: null } },
    { ...back, keypad: { codes: 2, openCodes: 2, obstacle: 'DEVICE_OFFLINE' as const } },
  ];
  await show('CUSTOMER_MANAGER', [{ ...emergency, doors }]);
  expect(within(await bar()).getByTestId('open-keypads').textContent).toBe(
    '아직 키패드로 열릴 수 있는 문: 뒷문 (도어록 오프라인)',
  );
});
