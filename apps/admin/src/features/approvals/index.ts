/** The rules for acts that need a second person, for the screens that start them. */
export { needsTwoForRefund, useApprovalRules, useRequestApproval } from './approvals.api.ts';
