import type { BodyOf, Emergency, startEmergency } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { readGuards } from '../stores/index.ts';
import { beginEmergency } from './emergencies.ts';
import type { HoldDeps } from './holding.ts';

/** Starts an emergency. Throws `APPROVAL_NEEDED` if two people are required (decision 039) and none is in force. */
export async function startEmergencyAlone(
  deps: HoldDeps,
  work: UnitOfWork,
  body: BodyOf<typeof startEmergency>,
): Promise<Emergency> {
  const { tx } = work;
  const guards = await readGuards(tx);
  if (guards[body.kind] && (await isOfActor(tx, body.storeId)) && !(await isInForce(tx, body)))
    throw new Problem('APPROVAL_NEEDED');
  return beginEmergency(deps, work, body);
}

async function isOfActor(tx: Tx, storeId: string): Promise<boolean> {
  return (await tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst()) !== undefined;
}

/** Locks the row, so that the emergency cannot end before this transaction. */
async function isInForce(tx: Tx, { storeId, kind }: BodyOf<typeof startEmergency>): Promise<boolean> {
  const found = await tx
    .selectFrom('emergencies')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}
