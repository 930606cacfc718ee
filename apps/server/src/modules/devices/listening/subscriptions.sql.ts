import type { Tx } from '../../../db/index.ts';

/** The columns of a link that the listener uses. */
export interface SubscribedLink {
  readonly id: string;
  readonly driver: string;
  readonly settings: unknown;
  readonly target_id: string;
  /** The version of its target. Another version may mean other topics. */
  readonly version: number | null;
}

/** The devices of the store must report their availability again. */
export async function resetAvailability(tx: Tx, storeId: string): Promise<void> {
  await tx
    .updateTable('device_links')
    .set({ online: 'UNKNOWN', availability: '{}' })
    .where('store_id', '=', storeId)
    .where('online', '!=', 'UNKNOWN')
    .execute();
}

/** The links of a store whose devices may report something that the server needs. */
export async function findSubscribedLinks(tx: Tx, storeId: string): Promise<SubscribedLink[]> {
  return tx
    .selectFrom('device_links as l')
    .leftJoin('devices as v', (join) => join.onRef('v.store_id', '=', 'l.store_id').onRef('v.id', '=', 'l.target_id'))
    .leftJoin('doors as d', (join) => join.onRef('d.store_id', '=', 'l.store_id').onRef('d.id', '=', 'l.target_id'))
    .select(({ fn }) => [
      'l.id',
      'l.driver',
      'l.settings',
      'l.target_id',
      fn.coalesce('v.version', 'd.version').as('version'),
    ])
    .where('l.store_id', '=', storeId)
    .where((where) =>
      where.or([
        where('l.removed_at', 'is', null),
        // A removed lock stays subscribed until it has confirmed the deletion of its codes.
        where.exists(
          where
            .selectFrom('access_code_places as p')
            .select('p.id')
            .whereRef('p.store_id', '=', 'l.store_id')
            .whereRef('p.link_id', '=', 'l.id')
            .where('p.gone_at', 'is', null),
        ),
      ]),
    )
    .execute();
}
