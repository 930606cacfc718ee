import type { Tx } from '../../db/index.ts';

/** What of the product takes two people (decision 039), for those whose act it is. Nothing, until head office says so. */
interface Guards {
  /** Won; `null`: any amount may be given back by one. */
  readonly refundLimit: number | null;
  readonly FIRE_RELEASE: boolean;
  readonly LOCKDOWN: boolean;
}

export async function readGuards(tx: Tx): Promise<Guards> {
  const row = await tx.selectFrom('approval_rules').select(['refund_limit', 'fire_release', 'lockdown']).executeTakeFirst();
  return { refundLimit: row?.refund_limit ?? null, FIRE_RELEASE: row?.fire_release ?? false, LOCKDOWN: row?.lockdown ?? false };
}
