import { describe, expect, it } from 'vitest';
import { describeDoorHistory, type DoorHistory } from './door-lines.ts';

type DoorReport = DoorHistory['history'][number];
const instant = (clock: string) => `2026-11-21T${clock}:00.000Z`;
const ME = 'reservation-of-mine';
/** Describes a door whose guest may enter from 20:50 on, and whose lock has had the code since 19:00. */
const linesOf = (history: readonly DoorReport[], more: Partial<DoorHistory> = {}) =>
  describeDoorHistory({
    history,
    reservationId: ME,
    window: { startsAt: new Date(instant('20:50')), endsAt: new Date(instant('23:10')) },
    others: [],
    code: { knownSince: instant('12:00'), isInLock: true, acknowledgedAt: instant('19:00') },
    ...more,
  });
const reportOf = (clock: string, action: DoorReport['action'], more: Partial<DoorReport> = {}): DoorReport => ({
  action,
  status: 'REPORTED',
  cause: { kind: 'UNKNOWN', id: null, label: '' },
  source: 'UNSPECIFIED',
  requestedAt: instant(clock),
  state: null,
  error: null,
  ...more,
});
const denied = (clock: string) => reportOf(clock, 'DENIED', { source: 'KEYPAD' });
/** The lock named the place of the guest's own code. */
const own = (clock: string) =>
  reportOf(clock, 'DENIED', { source: 'KEYPAD', cause: { kind: 'RESERVATION', id: ME, label: 'K7QX-29MD' } });
const by = (label: string): DoorReport['cause'] => ({ kind: 'PERSON', id: 'kim', label });

describe('describeDoorHistory (NX-2)', () => {
  it('returns no lines for an empty history', () => {
    expect(linesOf([])).toEqual([]);
  });

  it('reports by how much the last attempt with the guest’s own code was too early (NX-60)', () => {
    expect(linesOf([own('20:30'), own('20:32')])).toMatchObject([
      { kind: 'TRIED_EARLY', count: 2, minutes: 18, at: instant('20:30'), until: instant('20:32') },
    ]);
    expect(linesOf([own('20:49')])).toMatchObject([{ kind: 'TRIED_EARLY', minutes: 1 }]);
  });

  it('includes the start of the access window and excludes its end', () => {
    expect(linesOf([own('20:50')])).toMatchObject([{ kind: 'OWN_CODE_REFUSED' }]);
    expect(linesOf([own('23:10')])).toMatchObject([{ kind: 'TRIED_LATE', minutes: 0 }]);
    expect(linesOf([own('23:25')])).toMatchObject([{ kind: 'TRIED_LATE', minutes: 15 }]);
    expect(linesOf([denied('20:50')])).toMatchObject([{ kind: 'WRONG_CODE' }]);
    expect(linesOf([denied('23:10')])).toMatchObject([{ kind: 'CODE_REFUSED' }]);
  });

  it('never interprets a code that the lock did not name as early or late (NX-60)', () => {
    expect(linesOf(['20:40', '20:41', '20:42', '20:42'].map(denied))).toMatchObject([
      { kind: 'CODE_REFUSED', count: 4, minutes: null },
    ]);
    expect(linesOf([denied('23:30')])).toMatchObject([{ kind: 'CODE_REFUSED', minutes: null }]);
  });

  it('names another reservation whose code the lock refused, and counts each of them', () => {
    const of = (clock: string, id: string, label: string) =>
      reportOf(clock, 'DENIED', { source: 'KEYPAD', cause: { kind: 'RESERVATION', id, label } });
    expect(
      linesOf([of('20:30', 'a', 'AAAA-2222'), of('20:31', 'a', 'AAAA-2222'), of('20:32', 'b', 'BBBB-2222')]),
    ).toMatchObject([
      { kind: 'DENIED_TO_ANOTHER', by: 'BBBB-2222', count: 1 },
      { kind: 'DENIED_TO_ANOTHER', by: 'AAAA-2222', count: 2 },
    ]);
  });

  it('counts consecutive wrong codes, and starts again after another event', () => {
    const entered = reportOf('21:03', 'UNLOCKED', {
      source: 'KEYPAD',
      cause: { kind: 'RESERVATION', id: ME, label: 'K7QX-29MD' },
    });
    expect(linesOf([denied('21:00'), denied('21:01'), denied('21:02'), entered, denied('21:04')])).toMatchObject([
      { kind: 'WRONG_CODE', count: 1 },
      { kind: 'ENTERED' },
      { kind: 'WRONG_CODE', count: 3, at: instant('21:00'), until: instant('21:02') },
    ]);
  });

  it('reports CODE_NOT_IN_LOCK when the guest’s code was not in the lock', () => {
    const later = { knownSince: instant('12:00'), isInLock: true, acknowledgedAt: instant('21:05') };
    expect(linesOf([denied('21:01')], { code: later })).toMatchObject([{ kind: 'CODE_NOT_IN_LOCK' }]);
    expect(linesOf([denied('21:06')], { code: later })).toMatchObject([{ kind: 'WRONG_CODE' }]);
    expect(linesOf([denied('21:06')], { code: { ...later, isInLock: false } })).toMatchObject([
      { kind: 'CODE_NOT_IN_LOCK' },
    ]);
    expect(
      linesOf([denied('21:01')], { code: { ...later, knownSince: instant('21:03') } }),
      'of the code before nothing is known',
    ).toMatchObject([{ kind: 'CODE_REFUSED' }]);
    expect(linesOf([denied('21:01')], { code: null })).toMatchObject([{ kind: 'CODE_REFUSED' }]);
  });

  it('does not count a denial in another guest’s time as an early attempt', () => {
    const before = { startsAt: new Date(instant('17:50')), endsAt: new Date(instant('20:40')) };
    expect(linesOf([denied('20:30'), denied('20:39'), denied('20:40')], { others: [before] })).toMatchObject([
      { kind: 'CODE_REFUSED', count: 1 },
      { kind: 'DENIED_TO_ANYBODY', count: 2, minutes: null },
    ]);
    expect(
      linesOf([denied('20:55')], { others: [{ ...before, endsAt: new Date(instant('21:10')) }] }),
      'in his own time',
    ).toMatchObject([{ kind: 'WRONG_CODE' }]);
  });

  it('distinguishes the guest’s own entry from another guest’s', () => {
    const other = reportOf('21:03', 'UNLOCKED', {
      source: 'KEYPAD',
      cause: { kind: 'RESERVATION', id: 'other', label: 'AAAA-2222' },
    });
    expect(linesOf([other])).toMatchObject([{ kind: 'ENTERED_BY_ANOTHER', by: 'AAAA-2222' }]);
  });

  it('reports a command once, with its author and its outcome', () => {
    const order = reportOf('21:00', 'OPEN', { status: 'EXECUTED', cause: by('Kim'), source: 'REMOTE' });
    const answer = reportOf('21:00', 'UNLOCKED', { cause: by('Kim'), source: 'REMOTE' });
    expect(linesOf([order, answer])).toMatchObject([{ kind: 'OPENED', by: 'Kim' }]);
    const refused = reportOf('21:01', 'OPEN', {
      status: 'REJECTED_OFFLINE',
      cause: by('Kim'),
      error: { code: 'DEVICE_OFFLINE', message: '' },
    });
    expect(linesOf([refused])).toMatchObject([{ kind: 'OPEN_FAILED', error: 'DEVICE_OFFLINE' }]);
    expect(linesOf([reportOf('21:02', 'OPEN', { status: 'SENT', cause: by('Kim') })])).toMatchObject([
      { kind: 'OPENING' },
    ]);
    expect(
      linesOf([
        reportOf('21:02', 'LOCK', { status: 'EXECUTED', cause: by('Kim') }),
        reportOf('21:03', 'LOCK', { status: 'EXECUTED', cause: { kind: 'AUTOMATION', id: null, label: 'relock' } }),
      ]),
    ).toMatchObject([{ kind: 'LOCKED', by: 'Kim' }]);
  });

  it('distinguishes a manual opening from one with an unknown cause', () => {
    expect(
      linesOf([
        reportOf('21:00', 'UNLOCKED', { source: 'MANUAL' }),
        reportOf('21:01', 'UNLOCKED'),
        reportOf('21:02', 'JAMMED', { cause: { kind: 'DEVICE', id: null, label: '' } }),
      ]),
    ).toMatchObject([{ kind: 'JAMMED' }, { kind: 'OPENED_UNKNOWN' }, { kind: 'OPENED_BY_HAND' }]);
  });

  it('joins ONLINE to the last OFFLINE, also with other events in between', () => {
    const refused = reportOf('21:04', 'OPEN', {
      status: 'REJECTED_OFFLINE',
      cause: by('Kim'),
      error: { code: 'DEVICE_OFFLINE', message: '' },
    });
    expect(
      linesOf([reportOf('21:03', 'OFFLINE'), refused, reportOf('21:05', 'ONLINE'), reportOf('21:08', 'OFFLINE')]),
    ).toMatchObject([
      { kind: 'OFFLINE', at: instant('21:08'), until: null },
      { kind: 'OPEN_FAILED' },
      { kind: 'OFFLINE', at: instant('21:03'), until: instant('21:05') },
    ]);
    expect(linesOf([reportOf('21:05', 'ONLINE')])).toMatchObject([{ kind: 'BACK_ONLINE' }]);
  });
});
