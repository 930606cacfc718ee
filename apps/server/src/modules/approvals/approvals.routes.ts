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
import { findApprovals, readApproval, shaped } from './approvals.sql.ts';
import { ask } from './ask.ts';
import { approve } from './approve.ts';
import { decline } from './decline.ts';
import type { ActDeps } from './acts.ts';
import { setRules } from './rules.ts';
import { readRules } from './rules-row.ts';

export function approvalRoutes(deps: ActDeps & { readonly db: Database }): Route[] {
  const { clock } = deps;
  return [
    route(readApprovalRules, ({ tx }) => readRules(tx)),
    route(setApprovalRules, ({ work, body }) => setRules(work, body)),
    route(listApprovals, ({ tx, query }) => findApprovals(tx, query, clock.now())),
    route(getApproval, async ({ tx, params }) => shaped(await readApproval(tx, params.approvalId), clock.now())),
    route(requestApproval, ({ work, body }) => ask(deps, work, body)),
    // Two transactions when the act is refused: the act rolls back, and its failure is stored.
    routeInSteps(approveApproval, ({ actor, params }) => approve(deps, actor, params.approvalId)),
    route(declineApproval, ({ work, params, body }) => decline(work, params.approvalId, body)),
  ];
}
