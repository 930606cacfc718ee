/** What needs a second person, for the screens that start it. */
export { needsTwoForRefund, useApprovalRules, useRequestApproval } from './approvals.api.ts';
