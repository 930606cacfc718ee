import {
  correctDeposit,
  createDepositRelay,
  deleteDepositRule,
  getDeposit,
  ignoreDeposit,
  importDeposits,
  listDepositRelays,
  listDepositRules,
  listDeposits,
  matchDeposit,
  previewDeposits,
  relayDeposit,
  revealDeposit,
  revokeDepositRelay,
  undoDeposit,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routePublic, type CredentialLookups, type Route } from '../../http/index.ts';
import { findDeposits } from './deposits.sql.ts';
import { setDepositAside, assignDeposit, showDeposit, revertDeposit } from './match-decisions.ts';
import { correctReading } from './correct.ts';
import { importFile, previewFile } from './import-file.ts';
import { deleteRule, findRules } from './message-rules.ts';
import { receiveMessages } from './receive.ts';
import { createRelay, revokeRelay } from './relays.ts';
import { findRelays } from './relays.sql.ts';
import { readDepositPage } from './deposit-page.ts';

interface DepositDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly lookups: CredentialLookups;
}

export function depositRoutes({ db, clock, lookups }: DepositDeps): Route[] {
  return [
    route(listDeposits, ({ tx, query }) => findDeposits(tx, query)),
    route(getDeposit, ({ tx, params }) => readDepositPage(tx, params.depositId)),
    route(revealDeposit, ({ work, params, body }) => showDeposit(work, params.depositId, body)),
    route(matchDeposit, ({ work, params, body }) => assignDeposit(work, params.depositId, body)),
    route(undoDeposit, ({ work, params, body }) => revertDeposit(work, params.depositId, body)),
    route(ignoreDeposit, ({ work, params, body }) => setDepositAside(work, params.depositId, body)),
    routePublic(relayDeposit, ({ params, query, upload, header, address }) =>
      receiveMessages(
        { db, clock, lookups },
        {
          product: params.product,
          source: query.source,
          bytes: upload.bytes,
          authorization: header('authorization'),
          address,
        },
      ),
    ),
    route(correctDeposit, ({ work, params, body }) => correctReading(work, params.depositId, body)),
    route(listDepositRules, ({ tx, query }) => findRules(tx, query)),
    route(deleteDepositRule, ({ work, params }) => deleteRule(work, params.ruleId)),
    route(previewDeposits, ({ tx, query, upload }) => previewFile(tx, query, upload)),
    route(importDeposits, ({ work, query, upload }) => importFile(work, query, upload)),
    route(listDepositRelays, ({ tx, query }) => findRelays(tx, query)),
    route(createDepositRelay, ({ work, body }) => createRelay(work, body)),
    route(revokeDepositRelay, ({ work, params }) => revokeRelay(work, params.relayId)),
  ];
}
