import type { Tx } from '../../db/index.ts';
import type { AuditRow } from './entries.sql.ts';
import { readNames, type Named } from './subjects.sql.ts';

/** What the ids in a detail are of, by the names of their fields. */
const KINDS: Readonly<Record<string, string>> = {
  roomId: 'room', roomIds: 'room', partRoomIds: 'room', doorId: 'door', doors: 'door', deviceId: 'device', modeId: 'mode', storeId: 'store', storeIds: 'store',
  reservationId: 'reservation', reservationIds: 'reservation', paymentId: 'payment', subjectId: '',
};
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Of one row. */
const MOST = 50;

export type Names = ReadonlyMap<string, string>;

/** What everything that these rows name by id is called now. */
export function namesOf(tx: Tx, rows: readonly AuditRow[]): Promise<Names> {
  return readNames(tx, rows.flatMap((row) => [...(row.subject_id === null ? [] : [{ kind: row.subject_kind, storeId: row.store_id, id: row.subject_id }]), ...namedIn(row)]));
}

/** The ids in a row's detail. */
export function namedIn(row: AuditRow): Named[] {
  const found: Named[] = [];
  const add = (field: string, value: unknown): void => {
    const kind = KINDS[field] ?? (row.action === 'room.ordered' && (field === 'before' || field === 'after') ? 'room' : undefined);
    if (kind !== undefined) {
      const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && ID.test(id));
      for (const id of ids.slice(0, MOST - found.length)) found.push({ kind: kind === '' ? String((row.detail as { subjectKind?: unknown }).subjectKind) : kind, storeId: row.store_id, id });
    } else if (field === 'before' || field === 'after') {
      for (const [name, inner] of Object.entries(value ?? {})) add(name, inner);
    }
  };
  for (const [field, value] of Object.entries(row.detail ?? {})) add(field, value);
  return found;
}
