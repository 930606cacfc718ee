/** What speaks to other people's programs: calendar feeds (RV-8), channels (RV-9). */
export { calendarFeedRoutes } from './calendar-feeds.routes.ts';
export { channelRoutes } from './channels.routes.ts';
