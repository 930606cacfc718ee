import type { AddOn, BodyOf, createAddOn, editAddOn } from '@munjigi/contract';
import type { AuditAction } from '@munjigi/texts/audit';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { notFound, staleProblem, type Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { refuseForeignRooms } from '../stores/index.ts';
import { findAddOn, insertAddOn, updateAddOn, type AddOnFields } from './add-ons.sql.ts';

export async function addAddOn(work: UnitOfWork, { storeId, ...fields }: BodyOf<typeof createAddOn>): Promise<AddOn> {
  const store = await work.tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst();
  if (!store) throw notFound();
  await refuseForeignRooms(work.tx, storeId, fields.roomIds);
  const created = await insertAddOn(work, storeId, fields);
  await publishAddOnChange(work, 'add-on.created', created, { after: fieldsOf(created) });
  return created;
}

/** Throws STALE for another version than the present one (AP-4). Reservations keep the price that was agreed. */
export async function changeAddOn(
  work: UnitOfWork,
  addOnId: string,
  { version, ...change }: BodyOf<typeof editAddOn>,
): Promise<AddOn> {
  const { tx } = work;
  const before = await readUnchanged(tx, addOnId, version);
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields: AddOnFields = { ...fieldsOf(before), ...changedFields };
  await refuseForeignRooms(tx, before.storeId, fields.roomIds);
  const after = await updateAddOn(tx, before, fields);
  if (!after) throw await problemOfLostRace(tx, addOnId);
  const of = (addOn: AddOn) => Object.fromEntries(Object.entries(addOn).filter(([name]) => name in changedFields));
  await publishAddOnChange(work, 'add-on.changed', after, { before: of(before), after: of(after) });
  return after;
}

/** Deletes an add-on for stays from now on. Throws `NOT_FOUND` when it is deleted already. */
export async function removeAddOn(
  work: UnitOfWork,
  { addOnId, version }: { readonly addOnId: string; readonly version: number | undefined },
): Promise<AddOn> {
  const { tx, clock } = work;
  const before = await readUnchanged(tx, addOnId, version);
  const deleted = await updateAddOn(tx, before, { deletedAt: clock.now() });
  if (!deleted) throw await problemOfLostRace(tx, addOnId);
  await publishAddOnChange(work, 'add-on.deleted', deleted, { before: fieldsOf(before) });
  return deleted;
}

async function readUnchanged(tx: Tx, addOnId: string, version: number | undefined): Promise<AddOn> {
  const found = await findAddOn(tx, addOnId);
  if (!found) throw notFound();
  if (version !== undefined && found.version !== version) throw staleProblem(found);
  return found;
}

/** The error when another transaction changed the add-on between reading and writing. */
async function problemOfLostRace(tx: Tx, addOnId: string): Promise<Problem> {
  const current = await findAddOn(tx, addOnId);
  return current ? staleProblem(current) : notFound();
}

function fieldsOf({ id: _id, storeId: _storeId, version: _version, ...fields }: AddOn): AddOnFields {
  return fields;
}

async function publishAddOnChange(
  work: UnitOfWork,
  action: AuditAction,
  { id, storeId }: AddOn,
  detail: AuditRecord['detail'],
): Promise<void> {
  const { tx, actor } = work;
  await publish(tx, { productId: actor.productId, storeId, name: 'prices.changed', data: { storeId } });
  await recordChange(work, { storeId, action, subject: { kind: 'add-on', id }, detail });
}
