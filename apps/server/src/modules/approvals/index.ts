/** Acts that take two people: who asks, who is the second, and what takes them (decision 039). */
export { approvalRoutes } from './approvals.routes.ts';
export { approvalTimers } from './expire.ts';
