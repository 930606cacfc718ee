/** On-call: the number of incidents that need a person. The incidents and the rules are a screen. */
export { usePendingIncidentCount } from './pending-incidents.api.ts';
