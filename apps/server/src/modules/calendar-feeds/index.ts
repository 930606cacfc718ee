/** Calendar feeds of stores and rooms (RV-8). */
export { calendarFeedRoutes } from './calendar-feeds.routes.ts';
