import type { ColumnType } from 'kysely';

/** Read and written as a Date. */
export type Instant = ColumnType<Date, Date, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Read as its value, written as its text. Only the server writes it, so its shape is the type of what is written. */
export type Json<Value = unknown> = ColumnType<Value, string, string>;
export type GeneratedJson<Value = unknown> = ColumnType<Value, string | undefined, string>;
export type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;

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
