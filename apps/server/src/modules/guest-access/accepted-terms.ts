import type { GuestPage } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import type { ReservationRow } from '../reservations/index.ts';

/** A text of terms as a page showed it, with the language of the text, which can differ from that of the page. */
export interface ShownTerms {
  readonly text: string;
  readonly language: 'ko' | 'en';
}

/** Stores what the guest accepted. Nothing where the store has no terms beyond the refund tiers. */
export async function insertAcceptedTerms(tx: Tx, row: ReservationRow, { text, language }: ShownTerms): Promise<void> {
  if (text === '') return;
  await tx
    .insertInto('accepted_terms')
    .values({
      product_id: row.product_id,
      store_id: row.store_id,
      id: uuidv7(),
      reservation_id: row.id,
      language,
      terms: text,
      accepted_at: row.created_at,
    })
    .execute();
}

export async function readAcceptedTerms(tx: Tx, reservationId: string): Promise<GuestPage['acceptedTerms']> {
  const row = await tx
    .selectFrom('accepted_terms')
    .select(['terms', 'language', 'accepted_at'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst();
  return row ? { text: row.terms, language: row.language, acceptedAt: row.accepted_at.toISOString() } : null;
}
