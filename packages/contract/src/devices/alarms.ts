import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { growingListOf, id, instant, isInReach, OUT_OF_REACH, paging, sortBy } from '../fields.ts';

/** The kinds of alarms of a door (DR-7). */
export const ALARM_KINDS = [
  'LEFT_OPEN',
  'FORCED',
  'OFFLINE',
  'BATTERY_LOW',
  'JAMMED',
  'UNKNOWN_OPENING',
  'LOCKDOWN_OPENING',
  'REFUSED_CODES',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** An alarm opens and closes automatically; a person can acknowledge it. */
export const alarm = z.object({
  id,
  storeId: id,
  doorId: id,
  doorName: z.string(),
  roomId: id.nullable(),
  kind: z.enum(ALARM_KINDS),
  /**
   * When the condition began: the leaf opened, the device went offline. The alarm itself opened later, at `openedAt`,
   * when the condition had lasted too long.
   */
  since: instant,
  openedAt: instant,
  /** `null`: the condition still holds. */
  closedAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.object({ id, name: z.string() }).nullable(),
});
export type Alarm = z.infer<typeof alarm>;

export const listAlarms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/alarm',
  summary: 'Alarms of doors, newest first (DR-7)',
  access: 'doors:read',
  query: z
    .strictObject({
      ...paging,
      sort: sortBy('openedAt'),
      storeId: id.optional(),
      doorId: id.optional(),
      /**
       * `PENDING`: open alarms, and unacknowledged alarms of forced doors, of unknown openings of empty rooms and of
       * openings during a lockdown.
       */
      show: z.enum(['PENDING', 'ALL']).default('PENDING'),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(alarm),
});

export const acknowledgeEndedAlarms = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/alarm/acknowledge-ended',
  summary:
    'Acknowledge the named alarms that are over. One that still holds, and one that the person was not shown, stays as it is (DR-7)',
  access: 'doors:operate',
  body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
  reply: z.object({ acknowledged: z.number().int().nonnegative() }),
});

export const acknowledgeAlarm = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/alarm/{alarmId}/acknowledge',
  summary: 'Acknowledge an alarm. The first acknowledgement stays',
  access: 'doors:operate',
  body: z.strictObject({}),
  reply: alarm,
});
