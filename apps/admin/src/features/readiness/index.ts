export { DoorOpeners } from './door-openers.tsx';
export { standOfGuest, useCheckWords, useObstacleWords } from './obstacle-words.ts';
export { COMING_HOURS, DAY_AHEAD, useChecks, useComing } from './readiness.api.ts';
