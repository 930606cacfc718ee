import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleAlarm, sampleId } from '../../testing/samples.ts';
import { AlarmGroups } from './alarm-rows.tsx';

const ACKNOWLEDGE = 'POST /api/v2/{product}/alarm/acknowledge-ended';

it('shows what holds first, folds what is over into one line, and acknowledges only what is over (DR-7, DR-8)', async () => {
  const ended = { closedAt: '2026-11-21T04:00:00.000Z', kind: 'UNKNOWN_OPENING' as const };
  const alarms = [
    sampleAlarm({ id: sampleId(1), ...ended }),
    sampleAlarm({ id: sampleId(2), closedAt: null }),
    sampleAlarm({ id: sampleId(3), ...ended }),
    sampleAlarm({ id: sampleId(4), ...ended, kind: 'LOCKDOWN_OPENING' }),
  ];
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [ACKNOWLEDGE]: () => ({ acknowledged: 2 }),
  });
  await renderScreen(<AlarmGroups alarms={alarms} stores={STORES} />);
  const folded = await screen.findByTestId('ended-alarms');
  expect(within(folded).getByText('끝난 알람 2건')).toBeTruthy();
  const live = screen.getAllByTestId('alarm').filter((row) => row.closest('[data-testid=ended-alarms]') === null);
  expect(live.map(({ dataset }) => dataset['kind'])).toEqual(['LOCKDOWN_OPENING', 'LEFT_OPEN']);
  fireEvent.click(within(folded).getByRole('button', { name: '모두 확인' }));
  await waitFor(() => expect(requests.get(ACKNOWLEDGE)?.[0]?.body).toEqual({ ids: [sampleId(1), sampleId(3)] }));
});
