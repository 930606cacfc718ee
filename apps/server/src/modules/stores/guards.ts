import type { Tx } from '../../db/index.ts';

/** The acts that require the approval of a second person (decision 039). None by default. */
interface Guards {
  /** The limit in won; `null`: one person may refund any amount. */
  readonly refundLimit: number | null;
  readonly FIRE_RELEASE: boolean;
  readonly LOCKDOWN: boolean;
}

export async function readGuards(tx: Tx): Promise<Guards> {
  const row = await tx
    .selectFrom('approval_rules')
    .select(['refund_limit', 'fire_release', 'lockdown'])
    .executeTakeFirst();
  return {
    refundLimit: row?.refund_limit ?? null,
    FIRE_RELEASE: row?.fire_release ?? false,
    LOCKDOWN: row?.lockdown ?? false,
  };
}
