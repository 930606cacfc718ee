/**
 * On-call rules of stores; incidents: finding what needs a person, escalation and acknowledgement (OC-1 to OC-6,
 * decision 070).
 */
export { onCallRoutes } from './on-call.routes.ts';
export { onCallTimers } from './timers.ts';
