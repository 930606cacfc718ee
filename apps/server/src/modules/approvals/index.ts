/** Acts that take two people: who asks, who is the second, and what takes them (decision 039). */
export { mayAct } from './acts.ts';
export { askForMoney as requestRefundApproval } from './ask.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { approvalTimers } from './expire.ts';
