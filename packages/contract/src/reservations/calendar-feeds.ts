import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging, sortBy } from '../fields.ts';

/**
 * RV-8: a calendar of a store or of one of its rooms for an ordinary calendar client, at a path that contains a secret.
 */
export const calendarFeed = z.object({
  id,
  storeId: id,
  /** The room of the feed; `null`: the whole store. */
  roomId: id.nullable(),
  createdAt: instant,
  lastReadAt: instant.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/calendar-feed',
  summary: 'Calendar feeds that were not revoked',
  access: 'stores:read',
  query: z.strictObject({ ...paging, sort: sortBy('createdAt'), storeId: id.optional() }),
  reply: listOf(calendarFeed),
});

export const createCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/calendar-feed',
  summary: 'Create a calendar feed. The reply has its path, which holds the secret, once',
  access: 'stores:write',
  body: z.strictObject({ storeId: id, roomId: id.nullable() }),
  reply: z.object({ feed: calendarFeed, path: z.string().nullable() }),
  shownOnce: ['path'],
});

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/calendar-feed/{feedId}',
  summary: 'Revoke a calendar feed: its secret is no longer valid',
  access: 'stores:write',
  reply: calendarFeed,
});

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/calendar-feed/{feedId}/{secret}',
  summary: "The feed as text/calendar (RFC 5545): from 30 days ago to the booking horizon, without guests' data",
  access: 'public',
  kind: 'file',
  ignoresQuery: true,
  reply: z.string(),
  problems: ['FEED_REVOKED'],
});
