export { classifyGuestReadiness, useCheckWords, useObstacleWords } from './obstacle-words.ts';
export { COMING_HOURS, DAY_AHEAD, useEntryChecks, useComingReservations } from './readiness.api.ts';
export { useUnpaidStays } from './unpaid-stays.api.ts';
