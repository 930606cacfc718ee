/** What needs a second person, for the screens where it is done. */
export { needsTwoForRefund, useApprovalRules, useAsk } from './approvals.api.ts';
