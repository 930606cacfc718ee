import { expect, it } from 'vitest';
import { sampleDetail } from '../../../testing/reservation-samples.ts';
import { sampleId } from '../../../testing/samples.ts';
import { addMovePlaces } from './history-places.ts';

it('the reservation history gives each move its destination: the origin of the next move, and for the last move the current place', () => {
  const [creation] = sampleDetail().history;
  if (creation === undefined) throw new Error('the sample has a history');
  const first = { roomId: sampleId(10), startsAt: '2026-11-20T05:00:00.000Z', endsAt: '2026-11-20T07:00:00.000Z' };
  const second = { ...first, roomId: sampleId(11) };
  const reservation = sampleDetail({
    history: [
      creation,
      { ...creation, id: sampleId(71), at: '2026-11-20T02:00:00.000Z', kind: 'MOVED', before: first },
      { ...creation, id: sampleId(72), at: '2026-11-20T03:00:00.000Z', kind: 'MOVED', before: second },
    ],
  });
  const placed = addMovePlaces(reservation);
  expect(placed.map(({ event }) => event.id)).toEqual([sampleId(72), sampleId(71), creation.id]);
  expect(placed[0]?.from).toEqual(second);
  expect(placed[0]?.to).toMatchObject({ roomId: reservation.roomId, startsAt: reservation.startsAt });
  expect(placed[1]?.from).toEqual(first);
  expect(placed[1]?.to).toEqual(second);
  expect(placed[2]?.from).toBeNull();
});
