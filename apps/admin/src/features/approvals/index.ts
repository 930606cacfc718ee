/** What needs a second person, for the screens that start it. */
export { needsTwoForRefund, useApprovalRules, useAsk } from './approvals.api.ts';
