import type { BodyOf, editHoliday, Holiday, listHolidays, ReplyOf } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { invalidInput, notFound, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { holidaysOfYear, hasGazette, readHolidayEdits, toHoliday } from './holidays.ts';
import { selectStoreForUpdate } from './stores.sql.ts';

export async function listOfYear(tx: Tx, storeId: string, year: number): Promise<ReplyOf<typeof listHolidays>> {
  return {
    year,
    isGazetteKnown: hasGazette(year),
    items: holidaysOfYear(year, await readHolidayEdits(tx, storeId, year)),
  };
}

const [FIRST_YEAR, LAST_YEAR] = [2000, 2100];

/**
 * Makes a day a holiday of the store or an ordinary day, or removes that edit. Returns the resulting day; `null` for an
 * ordinary one.
 */
export async function editStoreHoliday(
  work: UnitOfWork,
  storeId: string,
  { date, name, isHoliday }: BodyOf<typeof editHoliday>,
): Promise<{ date: string; holiday: Holiday | null }> {
  const { tx, actor } = work;
  if (!(await selectStoreForUpdate(tx, storeId))) throw notFound();
  const year = Number(date.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    throw invalidInput([
      { path: 'date', code: 'year_out_of_range', message: `The year must be from ${FIRST_YEAR} to ${LAST_YEAR}` },
    ]);
  }
  const edits = await readHolidayEdits(tx, storeId, year);
  const before = toHoliday(
    date,
    edits.find((edit) => edit.date === date),
  );
  // A day that is ordinary anyway is not stored as ordinary.
  const isSaid = isHoliday === true || (isHoliday === false && toHoliday(date, undefined) !== null);
  if (isSaid) {
    const row = { product_id: actor.productId, store_id: storeId, date, name, is_holiday: isHoliday };
    await tx
      .insertInto('store_holidays')
      .values(row)
      .onConflict((builder) => builder.columns(['store_id', 'date']).doUpdateSet({ name, is_holiday: isHoliday }))
      .execute();
  } else {
    await tx.deleteFrom('store_holidays').where('store_id', '=', storeId).where('date', '=', date).execute();
  }
  const after = toHoliday(date, isSaid ? { date, name, isHoliday } : undefined);
  await publish(tx, { productId: actor.productId, storeId, name: 'calendar.changed', data: { storeId } });
  await recordChange(work, {
    storeId,
    action: 'holiday.changed',
    subject: { kind: 'store', id: storeId },
    detail: { date, before, after },
  });
  return { date, holiday: after };
}
