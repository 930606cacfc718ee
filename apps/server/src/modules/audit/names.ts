import type { Tx } from '../../db/index.ts';
import type { AuditRow } from './entries.sql.ts';
import { readNames, type Named } from './subjects.sql.ts';

/** The kinds of the ids in a detail, by field name. */
const KINDS: Readonly<Record<string, string>> = {
  roomId: 'room',
  roomIds: 'room',
  partRoomIds: 'room',
  doorId: 'door',
  doors: 'door',
  deviceId: 'device',
  modeId: 'mode',
  storeId: 'store',
  storeIds: 'store',
  reservationId: 'reservation',
  reservationIds: 'reservation',
  paymentId: 'payment',
  subjectId: '',
};
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The most ids per row. */
const MOST = 50;

export type Names = ReadonlyMap<string, string>;

/** The current names of everything that these rows refer to by id. */
export function namesOf(tx: Tx, rows: readonly AuditRow[]): Promise<Names> {
  return readNames(
    tx,
    rows.flatMap((row) => [
      ...(row.subject_id === null ? [] : [{ kind: row.subject_kind, storeId: row.store_id, id: row.subject_id }]),
      ...namedIn(row),
    ]),
  );
}

/** The ids in the detail of a row. */
export function namedIn(row: AuditRow): Named[] {
  const found: Named[] = [];
  const add = (field: string, value: unknown): void => {
    const kind =
      KINDS[field] ?? (row.action === 'room.ordered' && (field === 'before' || field === 'after') ? 'room' : undefined);
    if (kind !== undefined) {
      const ids = (Array.isArray(value) ? value : [value]).filter(
        (id): id is string => typeof id === 'string' && ID.test(id),
      );
      for (const id of ids.slice(0, MOST - found.length))
        found.push({
          kind: kind === '' ? String((row.detail as { subjectKind?: unknown }).subjectKind) : kind,
          storeId: row.store_id,
          id,
        });
    } else if (field === 'before' || field === 'after') {
      for (const [name, inner] of Object.entries(value ?? {})) add(name, inner);
    }
  };
  for (const [field, value] of Object.entries(row.detail ?? {})) add(field, value);
  return found;
}
