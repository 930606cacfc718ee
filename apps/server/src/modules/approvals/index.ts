/** Acts that need two people: requests, decisions and rules (decision 039). */
export { canPerformAct } from './acts.ts';
export { requestRefundApproval } from './request-approval.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { approvalTimers } from './expire.ts';
