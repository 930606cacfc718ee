import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { growingListOf, id, instant, isInReach, OUT_OF_REACH, paging, sortBy, timeOfDay, version } from '../fields.ts';
import { ROLES } from '../accounts/roles.ts';

/**
 * What wakes a person (OC-1). `READINESS`: a check before a start found that the guest cannot come in. `DOOR_OFFLINE`: a
 * door on the way of a guest who is in the store or comes within two hours. `OVERRUN`: a guest stays, and the next one
 * comes within half an hour. `ALARM`: a forced door, a jammed lock or an unknown opening. `MESSAGE_UNDELIVERABLE`: no
 * channel reached a guest whose start is within a day, or whose stay was moved, changed or cancelled (MS-26). `CODE_FLOOD`: strangers request codes to phones that no guest
 * enters. `TEST`: a person tries the rules.
 */
export const INCIDENT_KINDS = [
  'READINESS',
  'DOOR_OFFLINE',
  'OVERRUN',
  'ALARM',
  'REFUND_FAILED',
  'MESSAGE_UNDELIVERABLE',
  'CODE_FLOOD',
  'TEST',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** The kinds that a store can switch on and off. */
export const ON_CALL_CONDITIONS = [
  'READINESS',
  'DOOR_OFFLINE',
  'OVERRUN',
  'ALARM',
  'REFUND_FAILED',
  'MESSAGE_UNDELIVERABLE',
  'CODE_FLOOD',
] as const satisfies readonly IncidentKind[];
export type OnCallCondition = (typeof ON_CALL_CONDITIONS)[number];

export const ON_CALL_CHANNELS = ['PUSH', 'SMS', 'EMAIL'] as const;
export type OnCallChannel = (typeof ON_CALL_CHANNELS)[number];

export const MOST_ESCALATION_STEPS = 5;
export const MOST_PEOPLE_OF_A_STEP = 10;

/** One step of the escalation: these people are notified when no person acknowledged for this long (OC-3). */
export const escalationStep = z.strictObject({
  userIds: z.array(id).min(1).max(MOST_PEOPLE_OF_A_STEP),
  channels: z.array(z.enum(ON_CALL_CHANNELS)).min(1),
  /** Minutes after the step before; of the first step after the beginning of the incident. */
  afterMinutes: z.number().int().min(0).max(240),
});
export type EscalationStep = z.infer<typeof escalationStep>;

const conditionRule = z.strictObject({
  condition: z.enum(ON_CALL_CONDITIONS),
  isEnabled: z.boolean(),
  /** False: notices of this condition wait until the quiet hours end (OC-4). */
  isUrgent: z.boolean(),
});
export type OnCallConditionRule = z.infer<typeof conditionRule>;

const rulesFields = {
  isEnabled: z.boolean(),
  /** Every condition once. */
  conditions: z
    .array(conditionRule)
    .length(ON_CALL_CONDITIONS.length)
    .refine((list) => new Set(list.map((rule) => rule.condition)).size === list.length, 'a condition is named twice'),
  steps: z.array(escalationStep).max(MOST_ESCALATION_STEPS),
  /** Between these times of the store only urgent conditions notify anyone; `null`: no quiet hours. */
  quietFrom: timeOfDay.nullable(),
  quietUntil: timeOfDay.nullable(),
};

/** The on-call rules of a store (OC-1 to OC-4). */
export const onCallRules = z.object({
  storeId: id,
  ...rulesFields,
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  /** `null`: nothing was set; the rules are switched off, with the defaults that a person starts from. */
  version: version.nullable(),
});
export type OnCallRules = z.infer<typeof onCallRules>;

/** A person who can be put on call at the store, and how they can be reached now. */
export const onCallPerson = z.object({
  userId: id,
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** The channels that reach this person: a browser with push for on-call notices, a phone number, an e-mail address. */
  channels: z.array(z.enum(ON_CALL_CHANNELS)),
});
export type OnCallPerson = z.infer<typeof onCallPerson>;

export const getOnCallRules = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/on-call',
  summary: 'Who is notified when something needs a person at this store (OC-1)',
  access: 'on-call:read',
  reply: onCallRules,
});

export const setOnCallRules = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/on-call',
  summary:
    'Set who is notified when something needs a person at this store. Enabled rules need a step; its people must be active and have access to the store (OC-1, OC-3)',
  access: 'on-call:configure',
  body: z
    .strictObject({ version: version.nullable(), ...rulesFields })
    .refine((body) => (body.quietFrom === null) === (body.quietUntil === null), {
      path: ['quietUntil'],
      error: 'must be set together with quietFrom',
    })
    .refine((body) => !body.isEnabled || body.steps.length > 0, { path: ['steps'], error: 'must name a step' }),
  reply: onCallRules,
  problems: ['STALE'],
});

export const listOnCallPeople = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/on-call/person',
  summary: 'The people who can be put on call at this store, and the channels that reach them now (OC-3)',
  access: 'on-call:configure',
  reply: z.object({ items: z.array(onCallPerson) }),
});

export const testOnCall = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/on-call/test',
  summary:
    'Begin an incident of kind TEST, which notifies and escalates like a real one; at most one open at a time, and three within an hour (OC-6)',
  access: 'on-call:configure',
  body: z.strictObject({}),
  reply: z.object({ incidentId: id }),
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

/**
 * `OPEN`: no person acknowledged it, so it escalates. `ACKNOWLEDGED`: a person has it, so no further step is notified.
 * `RESOLVED`: the cause has ended.
 */
export const INCIDENT_STATES = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** `WAITING`: until its time, the end of the quiet hours, or the provider answers. `SKIPPED`: acknowledged, ended, or the person cannot be reached so. */
export const INCIDENT_NOTICE_STATES = ['WAITING', 'SENT', 'FAILED', 'SKIPPED'] as const;

export const incidentNotice = z.object({
  step: z.number().int().min(1),
  userId: id,
  userName: z.string(),
  channel: z.enum(ON_CALL_CHANNELS),
  state: z.enum(INCIDENT_NOTICE_STATES),
  /** Why it failed or was skipped: `NO_BROWSER`, `NO_PHONE`, `NO_PROVIDER`, `ACKNOWLEDGED`, `RESOLVED`, `NO_ACCESS`, or the provider's words. */
  error: z.string().nullable(),
  dueAt: instant,
  sentAt: instant.nullable(),
});

/** Something that needs a person (OC-2). */
export const incident = z.object({
  id,
  storeId: id,
  storeName: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  state: z.enum(INCIDENT_STATES),
  /** What it is about, each where the kind has it: the page of the first of these is where the person acts. */
  reservationId: id.nullable(),
  reservationCode: z.string().nullable(),
  doorId: id.nullable(),
  doorName: z.string().nullable(),
  roomId: id.nullable(),
  roomName: z.string().nullable(),
  /** The obstacles, the kind of alarm, or the error of the message: codes that the screens translate. */
  details: z.array(z.string()),
  openedAt: instant,
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  resolvedAt: instant.nullable(),
  /** The number of the last step that was notified; 0: none yet. */
  step: z.number().int().min(0),
  /** When the next step is notified; `null`: no step is left, or the incident needs none. */
  nextStepAt: instant.nullable(),
  notices: z.array(incidentNotice),
});
export type Incident = z.infer<typeof incident>;

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/incident',
  summary: 'What needs or needed a person, newest first, with who was notified (OC-2)',
  access: 'on-call:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('openedAt'),
      storeId: id.optional(),
      kind: z.enum(INCIDENT_KINDS).optional(),
      /** `PENDING`: open and acknowledged incidents. */
      show: z.enum(['PENDING', 'ALL']).default('PENDING'),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(incident),
});

export const acknowledgeIncident = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/incident/{incidentId}/acknowledge',
  summary: 'Take an incident: no further step is notified. The first acknowledgement stays (OC-5)',
  access: 'on-call:acknowledge',
  body: z.strictObject({}),
  reply: incident,
});
