import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../db/index.ts';

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

/** Adds the rules of a store without a room for adults, a check, an attempt, and a stay whose guest was checked. */
export function fillAgeChecks(
  tx: Tx,
  row: InStore,
  { reservationId, now }: { readonly reservationId: string; readonly now: Date },
): void {
  const checked = { contact_mark: Buffer.from(reservationId), basis: 'YOUTH_ACT' } as const;
  const later = new Date(now.getTime() + 3600_000);
  pipelineStatement(
    tx,
    tx
      .insertInto('age_rules')
      .values({
        ...row,
        id: row.store_id,
        rules: '[]',
        check_months: 12,
        changed_at: now,
        changed_by_name: 'test',
      })
      .onConflict((builder) => builder.doNothing()),
  );
  pipelineStatement(
    tx,
    tx
      .insertInto('age_checks')
      .values({ ...row, ...checked, id: uuidv7(), way: 'IDENTITY', checked_at: now, valid_until: later }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('age_check_attempts').values({
      ...row,
      ...checked,
      id: uuidv7(),
      reservation_id: reservationId,
      started_at: now,
      expires_at: later,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('age_requirements').values({
      ...row,
      ...checked,
      id: reservationId,
      required_at: now,
      met_at: now,
      way: 'IDENTITY',
      document: null,
      confirmed_by_name: null,
    }),
  );
}
