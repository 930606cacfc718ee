import {
  acknowledgeIncident,
  getOnCallRules,
  listIncidents,
  listOnCallPeople,
  setOnCallRules,
  testOnCall,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { beginTest, recordAcknowledgement } from './acknowledge.ts';
import { findIncidents } from './incidents.sql.ts';
import { listPeople } from './on-call-people.ts';
import { changeOnCallRules, readOnCallRules } from './on-call-rules.ts';

export function onCallRoutes(deps: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(getOnCallRules, ({ tx, params }) => readOnCallRules(tx, params.storeId)),
    route(setOnCallRules, ({ work, params, body }) => changeOnCallRules(work, params.storeId, body)),
    routeInSteps(listOnCallPeople, ({ actor, params }) => listPeople(deps, actor, params.storeId)),
    route(testOnCall, ({ work, params }) => beginTest(work, params.storeId)),
    route(listIncidents, ({ work, query }) => findIncidents(work.tx, query, work.clock.now())),
    route(acknowledgeIncident, ({ work, params }) => recordAcknowledgement(work, params.incidentId)),
  ];
}
