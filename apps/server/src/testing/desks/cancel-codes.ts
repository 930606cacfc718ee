import { v7 as uuidv7 } from 'uuid';
import { storeActor } from '../../db/index.ts';
import { bookingMarks } from '../../modules/booking/index.ts';
import type { Shop, TestServer } from '../server.ts';

const CODE = '482913';
const VALID_MS = 5 * 60_000;

/** Inserts the code that the phone of a reservation would get to cancel it (GT-14), for a store that sends no messages. */
export async function insertCancelCode(
  server: TestServer,
  { shop: { productId }, storeId }: { readonly shop: Shop; readonly storeId: string },
  reservationId: string,
): Promise<string> {
  const marks = bookingMarks(server.config.tokenSecret);
  const [id, now] = [uuidv7(), server.clock.now()];
  await server.withActor(storeActor(productId, storeId), async (tx) => {
    const { guest_phone: phone } = await tx
      .selectFrom('reservations')
      .select('guest_phone')
      .where('id', '=', reservationId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('phone_codes')
      .values({
        product_id: productId,
        store_id: storeId,
        id,
        phone_mark: marks.ofPhone(productId, phone),
        address_mark: marks.ofAddress(productId, '127.0.0.1'),
        range_mark: marks.ofPhoneRange(productId, phone),
        code_hash: marks.ofCode(id, `${reservationId} ${CODE}`),
        sent_at: now,
        expires_at: new Date(now.getTime() + VALID_MS),
      })
      .execute();
  });
  return CODE;
}
