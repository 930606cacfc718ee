import type { Incident, OnCallPerson, OnCallRules } from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

type IncidentNotice = Incident['notices'][number];

export function sampleNotice(over: Partial<IncidentNotice> = {}): IncidentNotice {
  return {
    step: 1,
    userId: sampleId(80),
    userName: '박당직',
    channel: 'PUSH',
    state: 'SENT',
    error: null,
    dueAt: '2026-11-20T17:02:00.000Z',
    sentAt: '2026-11-20T17:02:01.000Z',
    ...over,
  };
}

/** An open incident at 02:02 of the store: a guest may not get in. */
export function sampleIncident(over: Partial<Incident> = {}): Incident {
  return {
    id: sampleId(70),
    storeId: STORES[0].id,
    storeName: STORES[0].name,
    kind: 'READINESS',
    state: 'OPEN',
    reservationId: sampleId(50),
    reservationCode: 'K7QX-29M4',
    doorId: null,
    doorName: null,
    roomId: sampleId(10),
    roomName: '1번 룸',
    details: ['CODE_NOT_ACKNOWLEDGED'],
    openedAt: '2026-11-20T17:02:00.000Z',
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    step: 1,
    nextStepAt: '2026-11-20T17:12:00.000Z',
    notices: [sampleNotice()],
    ...over,
  };
}

export function samplePerson(over: Partial<OnCallPerson> = {}): OnCallPerson {
  return {
    userId: sampleId(80),
    name: '박당직',
    roles: ['FRANCHISEE'],
    channels: ['PUSH', 'EMAIL'],
    ...over,
  };
}

/** Rules that are switched on, with one step. */
export function sampleOnCallRules(over: Partial<OnCallRules> = {}): OnCallRules {
  return {
    storeId: STORES[0].id,
    isEnabled: true,
    conditions: [
      { condition: 'READINESS', isEnabled: true, isUrgent: true },
      { condition: 'DOOR_OFFLINE', isEnabled: true, isUrgent: true },
      { condition: 'OVERRUN', isEnabled: true, isUrgent: false },
      { condition: 'ALARM', isEnabled: true, isUrgent: true },
      { condition: 'REFUND_FAILED', isEnabled: false, isUrgent: false },
      { condition: 'MESSAGE_UNDELIVERABLE', isEnabled: true, isUrgent: false },
      { condition: 'CODE_FLOOD', isEnabled: true, isUrgent: false },
    ],
    steps: [{ userIds: [sampleId(80)], channels: ['PUSH'], afterMinutes: 0 }],
    quietFrom: null,
    quietUntil: null,
    changedAt: '2026-11-20T02:00:00.000Z',
    changedBy: '김지은',
    version: 3,
    ...over,
  };
}
