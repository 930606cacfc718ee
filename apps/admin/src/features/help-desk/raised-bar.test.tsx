import type { RaisedCase } from '@munjigi/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { helpDeskLive } from './help-desk.live.ts';
import { RaisedBar } from './raised-bar.tsx';

const RAISED = 'GET /api/v2/{product}/help-desk/raised';
const caseOf = (seed: number): RaisedCase => ({
  id: sampleId(seed),
  storeId: sampleId(1),
  reservationId: sampleId(seed + 1),
  code: 'K7QX-29MD',
  storeName: '강남점',
  roomName: '1번 룸',
  openedAt: new Date().toISOString(),
  trouble: 'DOOR',
});

afterEach(() => vi.restoreAllMocks());

it('the bar appears and rings when a guest asks for help, and stops when a person has opened the case (NX-12)', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  let items: RaisedCase[] = [];
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('CUSTOMER_MANAGER'),
    [RAISED]: () => ({ items }),
  });
  const { client } = await renderScreen(<RaisedBar />, '/');
  await waitFor(() => expect(requests.get(RAISED)).toHaveLength(1));
  const event = () =>
    act(() =>
      helpDeskLive['help-desk.changed']?.(
        { storeId: sampleId(1), reservationId: sampleId(51) },
        { client, product: 'playroom' },
      ),
    );
  expect([screen.queryByTestId('raised-bar'), play.mock.calls.length]).toEqual([null, 0]);
  items = [caseOf(50)];
  event();
  const bar = await screen.findByTestId('raised-bar');
  expect(bar.textContent).toContain('손님 1명이 도움을 기다려요');
  expect(bar.textContent).toContain('강남점 · 1번 룸');
  expect(bar.getAttribute('href')).toBe(`/dashboard/support?reservation=${sampleId(51)}`);
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  items = [caseOf(50), caseOf(60)];
  event();
  await waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  items = [];
  event();
  await waitFor(() => expect(screen.queryByTestId('raised-bar')).toBeNull());
});
