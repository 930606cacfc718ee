import type { BodyOf, createMode, DeviceTraits, editMode, FieldProblem, Mode, ModeEntry } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { publishAll } from '../../events/index.ts';
import { invalidInput, notFound, Problem, staleProblem, type Person, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { refusalsOf } from '../room-devices/index.ts';
import { findMode, findSamePurpose, insertMode, updateMode, type ModeFields } from './modes.sql.ts';

export async function addMode(
  work: UnitOfWork,
  { storeId, purpose = null, ...rest }: BodyOf<typeof createMode>,
): Promise<Mode> {
  const { tx, actor } = work;
  const fields = { ...rest, purpose };
  if (storeId === null) mustHaveAllStores(actor);
  else if (!(await tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst())) throw notFound();
  await check(tx, storeId, fields.states);
  await checkPurpose(tx, { storeId, purpose, exceptId: null });
  const created = await insertMode(work, storeId, fields);
  await publishModeChange(work, { action: 'mode.created', mode: created, detail: { after: fieldsOf(created) } });
  return created;
}

/** Edits a mode. Throws STALE if `version` is not the present version (AP-4). Rooms in the mode stay as they are. */
export async function changeMode(
  work: UnitOfWork,
  modeId: string,
  { version, name, states, purpose }: BodyOf<typeof editMode>,
): Promise<Mode> {
  const { tx, actor } = work;
  const before = await readOwn(tx, actor, modeId);
  if (before.version !== version) throw staleProblem(before);
  if (states !== undefined) await check(tx, before.storeId, states);
  const fields: ModeFields = {
    name: name ?? before.name,
    states: states ?? before.states,
    purpose: purpose === undefined ? before.purpose : purpose,
  };
  await checkPurpose(tx, { storeId: before.storeId, purpose: fields.purpose, exceptId: modeId });
  const after = await updateMode(tx, before, fields);
  if (!after) throw await overtaken(tx, modeId);
  await publishModeChange(work, {
    action: 'mode.changed',
    mode: after,
    detail: { before: fieldsOf(before), after: fieldsOf(after) },
  });
  return after;
}

export async function discardMode(work: UnitOfWork, modeId: string): Promise<Mode> {
  const { tx, clock, actor } = work;
  const before = await readOwn(tx, actor, modeId);
  const deleted = await updateMode(tx, before, { deletedAt: clock.now() });
  if (!deleted) throw await overtaken(tx, modeId);
  await publishModeChange(work, { action: 'mode.deleted', mode: deleted, detail: { before: fieldsOf(before) } });
  return deleted;
}

/** Finds a mode that the person can change. Throws NOT_FOUND or CAPABILITY_MISSING. */
async function readOwn(tx: Tx, actor: Person, modeId: string): Promise<Mode> {
  const mode = await findMode(tx, modeId);
  if (!mode) throw notFound();
  if (mode.storeId === null) mustHaveAllStores(actor);
  return mode;
}

/**
 * Throws INVALID_INPUT if another mode has the purpose. A unique index catches concurrent requests, and the server then
 * runs the request again.
 */
async function checkPurpose(
  tx: Tx,
  {
    storeId,
    purpose,
    exceptId,
  }: { readonly storeId: string | null; readonly purpose: ModeFields['purpose']; readonly exceptId: string | null },
): Promise<void> {
  const other = purpose === null ? null : await findSamePurpose(tx, { storeId, purpose, exceptId });
  if (other) throw invalidInput([{ path: 'purpose', code: 'purpose_taken', message: `It is that of «${other.name}»` }]);
}

function mustHaveAllStores(actor: Person): void {
  if (actor.storeIds !== 'all') throw new Problem('CAPABILITY_MISSING', { capability: 'devices:configure' });
}

/** The problem of a request that lost to a concurrent one: STALE, or NOT_FOUND after a deletion. */
async function overtaken(tx: Tx, modeId: string): Promise<Problem> {
  const current = await findMode(tx, modeId);
  return current ? staleProblem(current) : notFound();
}

/** The widest traits that a device can have. What a device lacks is found when the mode is applied. */
const WIDEST: DeviceTraits = { hasBrightness: true, minTemperature: -50, maxTemperature: 100, temperatureStep: 0.5 };

async function check(tx: Tx, storeId: string | null, states: readonly ModeEntry[]): Promise<void> {
  const ids = states.flatMap((entry) => ('deviceId' in entry ? [entry.deviceId] : []));
  const devices =
    storeId === null || ids.length === 0
      ? []
      : await tx
          .selectFrom('devices')
          .select(['id', 'kind', 'traits'])
          .where('store_id', '=', storeId)
          .where('id', 'in', ids)
          .where('removed_at', 'is', null)
          .execute();
  const targets = new Set<string>();
  const errors = states.flatMap((entry, at): FieldProblem[] => {
    const path = `states.${at}`;
    const target = 'deviceId' in entry ? entry.deviceId : entry.kind;
    if (targets.has(target)) return [{ path, code: 'device_named_twice', message: 'It is named twice' }];
    targets.add(target);
    const device =
      'deviceId' in entry
        ? devices.find((device) => device.id === entry.deviceId)
        : { kind: entry.kind, traits: WIDEST };
    if (!device)
      return [
        {
          path: `${path}.deviceId`,
          code: 'unknown_device',
          message: 'There is no such device in the store of the mode',
        },
      ];
    return refusalsOf(device.kind, device.traits, entry.state).map((refusal) => ({
      ...refusal,
      path: `${path}.state.${refusal.path}`,
    }));
  });
  if (errors.length > 0) throw invalidInput(errors.slice(0, 50));
}

function fieldsOf({ name, states, purpose }: Mode): ModeFields {
  return { name, states, purpose };
}

interface ModeChange {
  readonly action: AuditRecord['action'];
  readonly mode: Mode;
  readonly detail: AuditRecord['detail'];
}

async function publishModeChange(
  work: UnitOfWork,
  { action, mode: { id, storeId }, detail }: ModeChange,
): Promise<void> {
  const { tx, actor } = work;
  // The event of a mode of all stores is published for each store, so that people with access to any store get it.
  const storeIds =
    storeId === null ? (await tx.selectFrom('stores').select('id').execute()).map((store) => store.id) : [storeId];
  await publishAll(
    tx,
    storeIds.map((storeId) => ({
      productId: actor.productId,
      storeId,
      name: 'modes.changed' as const,
      data: { storeId },
    })),
  );
  await recordChange(work, {
    storeId,
    action,
    subject: { kind: 'mode', id },
    detail,
  });
}
