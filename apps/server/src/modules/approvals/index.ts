/** Acts that need two people: requests, decisions and rules (decision 039). */
export { mayAct } from './acts.ts';
export { askForMoney as requestRefundApproval } from './ask.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { approvalTimers } from './expire.ts';
