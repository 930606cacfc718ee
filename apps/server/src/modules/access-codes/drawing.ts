import type { Tx } from '../../db/index.ts';
import { findNearbyCodes, isAnyInLock, acquireCodeDrawingLock, type CodeScope } from './access-codes.sql.ts';
import { drawCode } from './draw.ts';
import type { CodeSeal } from './seal.ts';

export interface NearbyCodes {
  /** Codes that are valid at these doors at about the same time. */
  readonly others: readonly string[];
  /** Whether a lock of these doors may hold the code from any time. */
  readonly isTaken: (code: string) => Promise<boolean>;
}

/** Reads the other codes at these doors. The drawing lock keeps the result valid until the transaction ends. */
export async function readNearbyCodes(seal: CodeSeal, tx: Tx, at: CodeScope): Promise<NearbyCodes> {
  await acquireCodeDrawingLock(tx, at.storeId);
  const around = await findNearbyCodes(tx, at);
  return {
    others: around.map(({ id, sealed }) => seal.open(sealed, id)).filter((code) => code !== null),
    isTaken: (code) =>
      isAnyInLock(
        tx,
        at.storeId,
        at.doors.map((door) => ({ linkId: door.link_id, fingerprint: seal.fingerprint(code, door.id) })),
      ),
  };
}

/** Draws a code that is unused at these doors, safe against concurrent draws. */
export async function drawFreeCode(seal: CodeSeal, tx: Tx, at: CodeScope): Promise<string> {
  const { others, isTaken } = await readNearbyCodes(seal, tx, at);
  const usedCodes = new Set<string>();
  for (;;) {
    const code = drawCode({ others, isTaken: (code) => usedCodes.has(code) });
    if (!(await isTaken(code))) return code;
    usedCodes.add(code);
  }
}
