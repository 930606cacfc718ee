import type { DeviceTraits, DriverName } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { invalidInput, notFound, Problem } from '../../http/index.ts';
import type { BoundKind } from './drivers/index.ts';

export interface Binding {
  readonly linkId: string;
  readonly storeId: string;
  readonly device: { readonly kind: BoundKind; readonly traits: DeviceTraits };
}

export interface LinkTarget {
  readonly kind: 'DOOR' | 'DEVICE';
  readonly id: string;
}

/**
 * Links a discovered device to a target, with the settings that it announced last. A door takes a lock; a room takes
 * any other kind. Throws NOT_FOUND, DEVICE_ALREADY_BOUND, or INVALID_INPUT at the field `path` of the request if the
 * announcement is not supported.
 */
export async function bindDiscovered(tx: Tx, discoveredId: string, target: LinkTarget, path: string): Promise<Binding> {
  const found = await tx
    .selectFrom('discovered_devices')
    .selectAll()
    .where('id', '=', discoveredId)
    .where('kind', target.kind === 'DOOR' ? '=' : '!=', 'LOCK')
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  const isFree = found.obstacle === null && found.withdrawn_at === null;
  if (!isFree && !(await isTaken(tx, found))) {
    if (found.obstacle === null) throw notFound();
    throw invalidInput([
      { path, code: 'cannot_be_followed', message: `What it announces cannot be followed: ${found.obstacle}` },
    ]);
  }
  const linkId = await insertLink(
    tx,
    { productId: found.product_id, storeId: found.store_id, target },
    { driver: found.driver, deviceKey: found.device_key, settings: found.settings },
  );
  return {
    linkId,
    storeId: found.store_id,
    device: { kind: found.kind, traits: found.traits },
  };
}

/**
 * Ends a link. Its history stays, and the device is free for another target. The server stays subscribed to a removed
 * lock until its codes are deleted. If the lock is linked to a door before, the new link takes over the deletion
 * (0017).
 */
export async function releaseLink(
  tx: Tx,
  { storeId, linkId, now }: { storeId: string; linkId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('device_links')
    .set({ removed_at: now })
    .where('store_id', '=', storeId)
    .where('id', '=', linkId)
    .execute();
}

/** Links a device to a target. Throws DEVICE_ALREADY_BOUND if another target has the device. */
export async function insertLink(
  tx: Tx,
  { productId, storeId, target }: { productId: string; storeId: string; target: LinkTarget },
  { driver, deviceKey, settings }: { driver: DriverName; deviceKey: string; settings: unknown },
): Promise<string> {
  const inserted = await tx
    .insertInto('device_links')
    .values({
      product_id: productId,
      store_id: storeId,
      id: uuidv7(),
      driver,
      device_key: deviceKey,
      settings: JSON.stringify(settings),
      target_kind: target.kind,
      target_id: target.id,
      battery: null,
      last_command_id: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'driver', 'device_key']).where('removed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Problem('DEVICE_ALREADY_BOUND');
  return inserted.id;
}

async function isTaken(tx: Tx, device: { store_id: string; driver: DriverName; device_key: string }): Promise<boolean> {
  const link = await tx
    .selectFrom('device_links')
    .select('id')
    .where('store_id', '=', device.store_id)
    .where('driver', '=', device.driver)
    .where('device_key', '=', device.device_key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return link !== undefined;
}
