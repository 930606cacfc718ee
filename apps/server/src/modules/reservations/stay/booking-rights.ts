import type { BodyOf, editReservation } from '@munjigi/contract';
import { hasCapabilityAt, Problem, type Caller } from '../../../http/index.ts';

/**
 * `reservations:book` lets support create, move and cancel reservations of guests. These checks refuse what the same
 * endpoints can also do but the roles reserve for `reservations:write` (AC-7).
 */

interface Target {
  readonly store_id: string;
  readonly kind: string;
}

type Edit = BodyOf<typeof editReservation>;
const EDITED_FIELDS = [
  'guestName',
  'guestPhone',
  'guestEmail',
  'guestLanguage',
  'headCount',
  'memo',
] as const satisfies readonly (keyof Edit)[];

/** Refuses to create, move, extend or cancel a block without `reservations:write` at its store. */
export function checkMayBook(actor: Caller, target: Target): void {
  if (target.kind === 'BLOCK') checkMayWrite(actor, target);
}

/** Refuses edits of a block, or of any field but room and time, without `reservations:write` at its store. */
export function checkMayEdit(actor: Caller, target: Target, body: Edit): void {
  if (target.kind === 'BLOCK' || EDITED_FIELDS.some((name) => body[name] !== undefined)) checkMayWrite(actor, target);
}

function checkMayWrite(actor: Caller, { store_id: storeId }: Target): void {
  if (actor.kind === 'person' && !hasCapabilityAt(actor, 'reservations:write', storeId)) {
    throw new Problem('CAPABILITY_MISSING', { capability: 'reservations:write' });
  }
}
