import type { FieldProblem } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { invalidInput } from '../../http/index.ts';
import { findRoomIds } from './stores.sql.ts';

/** The most problems of one reply. */
const MOST_PROBLEMS = 50;

/** Throws INVALID_INPUT that names each of these ids that is no room of the store. */
export async function refuseForeignRooms(tx: Tx, storeId: string, roomIds: readonly string[]): Promise<void> {
  const found = await findRoomIds(tx, storeId, roomIds);
  const errors = roomIds.flatMap((roomId, index): FieldProblem[] =>
    found.has(roomId)
      ? []
      : [{ path: `roomIds.${index}`, code: 'unknown_room', message: 'There is no such room in this store' }],
  );
  if (errors.length > 0) throw invalidInput(errors.slice(0, MOST_PROBLEMS));
}
