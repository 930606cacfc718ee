import { exportAudit, listAudit, listAuditActors, readAuditVerification, verifyAudit } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeFile, type Route } from '../../http/index.ts';
import { listActors } from './actors.ts';
import { listEntries } from './entries.ts';
import { exportEntries } from './export.ts';
import { askForVerification, readVerification } from './verification.ts';

export function auditRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listAudit, ({ tx, query }) => listEntries(tx, query)),
    route(listAuditActors, ({ tx }) => listActors(tx)),
    routeFile(exportAudit, ({ actor, query }) => exportEntries({ db, clock, actor }, query)),
    route(readAuditVerification, ({ tx }) => readVerification(tx)),
    route(verifyAudit, ({ work }) => askForVerification(work)),
  ];
}
