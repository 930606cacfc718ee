/** Acts that need a second person: the rules, requests and decisions; an approval performs the act (decision 039). */
export { canPerformAct } from './acts.ts';
export { requestRefundApproval } from './request-approval.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { approvalTimers } from './expire.ts';
