/** On-call rules and incidents: what needs a person, and who is notified of it (decision 070). */
export { onCallRoutes } from './on-call.routes.ts';
export { onCallTimers } from './timers.ts';
