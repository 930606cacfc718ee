import { createCalendarFeed, listCalendarFeeds, readCalendarFeed, revokeCalendarFeed } from '@munjigi/contract';
import { route, routeFile, type Route } from '../../http/index.ts';
import { createFeed, revokeFeed } from './calendar-feeds.ts';
import { findFeeds } from './calendar-feeds.sql.ts';
import { readFeed, type FeedDeps } from './read-feed.ts';

export function calendarFeedRoutes(deps: FeedDeps): Route[] {
  return [
    route(listCalendarFeeds, ({ tx, query }) => findFeeds(tx, query)),
    route(createCalendarFeed, ({ work, body }) => createFeed(work, body)),
    route(revokeCalendarFeed, ({ work, params }) => revokeFeed(work, params.feedId)),
    routeFile(readCalendarFeed, async (request) => {
      const { etag, body } = await readFeed(deps, request);
      return { type: 'text/calendar; charset=utf-8', body, headers: { etag, 'cache-control': 'private, max-age=300' } };
    }),
  ];
}
