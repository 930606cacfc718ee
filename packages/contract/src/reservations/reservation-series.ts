import { z } from 'zod';
import { acceptsBlockedGuest } from '../guests/guest-profiles.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDate, id, instant, money, text } from '../fields.ts';
import { BOOKING_REFUSALS, guest, newGuestContact, reservation, reservationPeriod } from './reservations.ts';

// Series (RV-6)

/**
 * Repeats every `interval` days, or every `interval` weeks on these weekdays (none: that of the first date), until a
 * day or for a number of times.
 */
export const seriesRule = z.strictObject({
  frequency: z.enum(['DAILY', 'WEEKLY']),
  interval: z.number().int().min(1).max(12).default(1),
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  until: calendarDate.optional(),
  count: z.number().int().min(1).max(200).optional(),
});
export type SeriesRule = z.infer<typeof seriesRule>;

const seriesTimes = { ...reservationPeriod, headCount: guest.headCount, rule: seriesRule };

export const seriesOccurrence = z.object({
  startsAt: instant,
  endsAt: instant,
  priceAmount: money.nullable(),
  /** Why the date cannot be booked, as the problem that a single reservation would get; `null` when it can. */
  refusal: z.object({ code: z.string(), detail: z.string() }).nullable(),
});

export const previewSeries = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/reservation/series/preview',
  summary: 'Preview of a series with its conflicts. Creates nothing',
  access: 'reservations:book',
  body: z.strictObject(seriesTimes),
  reply: z.object({ occurrences: z.array(seriesOccurrence), totalAmount: money }),
  problems: ['PERIOD_INVALID', 'SERIES_INVALID', 'TOO_LONG', 'IN_THE_PAST', 'BEYOND_HORIZON'],
});

export const createSeries = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/reservation/series',
  summary: 'Create a series: all of it, or with `skipConflicts` only the free occurrences. At most 200',
  access: 'reservations:book',
  body: z.strictObject({
    ...seriesTimes,
    ...guest,
    ...newGuestContact,
    memo: text(500, 0).default(''),
    skipConflicts: z.boolean().default(false),
    acceptsBlockedGuest,
  }),
  reply: z.object({ seriesId: id, reservations: z.array(reservation), skipped: z.array(seriesOccurrence) }),
  problems: ['SERIES_INVALID', 'GUEST_BLOCKED', ...BOOKING_REFUSALS],
});
