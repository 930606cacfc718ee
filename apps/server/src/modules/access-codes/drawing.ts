import type { Tx } from '../../db/index.ts';
import { findCodesAround, isAnyInLock, takeDrawing, type Surroundings } from './access-codes.sql.ts';
import { drawCode } from './draw.ts';
import type { CodeSeal } from './seal.ts';

export interface AroundDoors {
  /** Codes that are good at these doors at about the same time. */
  readonly others: readonly string[];
  /** May a lock of these doors have it, from whenever? */
  readonly isTaken: (code: string) => Promise<boolean>;
}

/** What others have at these doors, which stays so until the transaction ends. */
export async function codesAround(seal: CodeSeal, tx: Tx, at: Surroundings): Promise<AroundDoors> {
  await takeDrawing(tx, at.storeId);
  const around = await findCodesAround(tx, at);
  return {
    others: around.map(({ id, sealed }) => seal.open(sealed, id)).filter((code) => code !== null),
    isTaken: (code) => isAnyInLock(tx, at.storeId, at.doors.map((door) => ({ linkId: door.link_id, fingerprint: seal.fingerprint(code, door.id) }))),
  };
}

/** A code that nobody has at these doors, by who draws next as well. */
export async function drawFreeCode(seal: CodeSeal, tx: Tx, at: Surroundings): Promise<string> {
  const { others, isTaken } = await codesAround(seal, tx, at);
  const taken = new Set<string>();
  for (;;) {
    const code = drawCode({ others, isTaken: (it) => taken.has(it) });
    if (!(await isTaken(code))) return code;
    taken.add(code);
  }
}
