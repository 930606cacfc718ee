import type { Room } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../db/index.ts';

interface Filter {
  readonly storeId?: string | undefined;
}

export async function countRooms(tx: Tx, { storeId }: Filter): Promise<number> {
  const { total } = await tx
    .selectFrom('rooms')
    .select((it) => it.fn.countAll<number>().as('total'))
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .executeTakeFirstOrThrow();
  return total;
}

export async function findRooms(tx: Tx, { storeId, page, limit }: Filter & { readonly page: number; readonly limit: number }): Promise<Room[]> {
  const rows = await tx
    .selectFrom('rooms')
    .selectAll()
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''))
    .orderBy('store_id')
    .orderBy('sort_order')
    .orderBy('id')
    .limit(limit)
    .offset(page * limit)
    .execute();
  return rows.map(shaped);
}

export async function findRoom(tx: Tx, roomId: string): Promise<Room | null> {
  const row = await tx.selectFrom('rooms').selectAll().where('id', '=', roomId).executeTakeFirst();
  return row ? shaped(row) : null;
}

function shaped(row: Selectable<Tables['rooms']>): Room {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    capacity: row.capacity,
    description: row.description,
    amenities: row.amenities,
    order: row.sort_order,
    archivedAt: row.archived_at?.toISOString() ?? null,
    version: row.version,
  };
}
