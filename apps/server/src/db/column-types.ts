import type { ColumnType } from 'kysely';

/** Read and written as a Date. */
export type Instant = ColumnType<Date, Date, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Json = ColumnType<unknown, string, string>;
export type GeneratedJson = ColumnType<unknown, string | undefined, string>;

export interface StoreTableRow {
  product_id: string;
  store_id: string;
  id: string;
}

/** Personal data of guests (`PersonalKeys`): decrypted when read, encrypted when written. */
export type SealedText = ColumnType<string, Buffer, Buffer>;
/** Empty unless it is written. */
export type OptionalSealedText = ColumnType<string, Buffer | undefined, Buffer>;
export type NullableSealedText = ColumnType<string | null, Buffer | null | undefined, Buffer | null>;
