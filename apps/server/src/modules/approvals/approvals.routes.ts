import {
  approveApproval,
  declineApproval,
  getApproval,
  listApprovals,
  readApprovalRules,
  requestApproval,
  setApprovalRules,
} from '@munjigi/contract';
import type { Database } from '../../db/index.ts';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { findApprovals, readApproval, toApproval } from './approvals.sql.ts';
import { openApproval } from './request-approval.ts';
import { grantApproval } from './approve.ts';
import { refuseApproval } from './decline.ts';
import type { ActDeps } from './acts.ts';
import { setRules } from './rules.ts';
import { loadApprovalRules } from './rules-row.ts';

export function approvalRoutes(deps: ActDeps & { readonly db: Database }): Route[] {
  return [
    route(readApprovalRules, ({ tx }) => loadApprovalRules(tx)),
    route(setApprovalRules, ({ work, body }) => setRules(work, body)),
    route(listApprovals, ({ tx, work, query }) => findApprovals(tx, query, work.clock.now())),
    route(getApproval, async ({ tx, work, params }) =>
      toApproval(await readApproval(tx, params.approvalId), work.clock.now()),
    ),
    route(requestApproval, ({ work, body }) => openApproval(deps, work, body)),
    // Two transactions if the act is refused: the act rolls back, and then its failure is stored.
    routeInSteps(approveApproval, ({ actor, params }) => grantApproval(deps, actor, params.approvalId)),
    route(declineApproval, ({ work, params, body }) => refuseApproval(work, params.approvalId, body)),
  ];
}
