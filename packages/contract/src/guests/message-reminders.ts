import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, version } from '../fields.ts';

/** Which reminders and invitations the guests of a store get (MS-21). */
export const reminderSettings = z.object({
  storeId: id,
  /** A day before the stay (`DAY_BEFORE`). */
  isDayBeforeOn: z.boolean(),
  /** Two hours before the stay (`STARTS_SOON`). */
  isStartsSoonOn: z.boolean(),
  /** After the stay (`RATING_INVITED`). */
  isRatingOn: z.boolean(),
  /** A week before a prepaid pass ends (PS-8). */
  isPassEndingOn: z.boolean(),
  /** `null`: nothing was set, and all are on. */
  version: version.nullable(),
});
export type ReminderSettings = z.infer<typeof reminderSettings>;

export const getReminderSettings = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/store/{storeId}/message-reminders',
  summary: 'Which reminders and invitations the guests of a store get (MS-21)',
  access: 'messages:read',
  reply: reminderSettings,
});

export const setReminderSettings = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/store/{storeId}/message-reminders',
  summary: 'Switch the reminders and invitations of a store on or off (MS-21)',
  access: 'stores:write',
  body: z.strictObject({
    version: version.nullable(),
    isDayBeforeOn: z.boolean(),
    isStartsSoonOn: z.boolean(),
    isRatingOn: z.boolean(),
    /** Absent: as it is. */
    isPassEndingOn: z.boolean().optional(),
  }),
  reply: reminderSettings,
  problems: ['STALE'],
});
