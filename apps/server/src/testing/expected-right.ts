import type { Role } from '@munjigi/contract';
import type { StoreContents } from './store-contents.ts';

/** The expected answers of one endpoint to each caller. */
export interface Expected {
  /** The capability that a refusal names, and the roles that have it; without it: every signed-in person. */
  readonly only?: readonly [capability: string, ...roles: Role[]];
  readonly isPublic?: true;
  /** The secret in its path gives access, under its own product. */
  readonly opensBySecret?: true;
  /** Every caller, under any product, gets this. */
  readonly answersAnybody?: readonly [status: number, code: string | undefined];
  /** Every signed-in person gets this. */
  readonly answersPeople?: readonly [status: number, code: string];
  /** What of a store the request names: a row of it (404 when it is not to be seen), a filter (nothing is found), or nothing. */
  readonly names: 'row' | 'filter' | 'rows-to-confirm' | 'nothing';
  /** The right depends on the row or on what is done to it: a row that the person does not see answers 404 first. */
  readonly isCheckedAfterRow?: true;
  /** Its reply belongs to the store, and does not name it. */
  readonly isSilent?: true;
  /** Takes an API key, and no person's token. */
  readonly forChannels?: true;
  /** The state of the reservation that the request names. It began a minute ago in a separate room. */
  readonly reservation?: 'PENDING' | 'CONFIRMED' | 'IN_USE';
  /** The reservation has an access code, because its store has a door whose lock keeps codes. */
  readonly hasCode?: true;
  /** The path's ids: `id` for each of them, or those of the target by their names. */
  readonly ask?: (at: Target) => { id?: string; query?: string; body?: unknown; headers?: Record<string, string> };
}

/** The ids of one store that a request may name. */
export interface Target extends StoreContents {
  readonly codeId: string | null;
  readonly storeId: string;
  readonly roomId: string;
  readonly storeVersion: number;
  /** Of the product's provider. */
  readonly providerVersion: number;
  /** Of head office's data for tax invoices; undefined until it is set. */
  readonly supplierVersion: number | undefined;
  readonly personalDataVersion: number | undefined;
  /** Of the product in the path; 0 until the rules are set. */
  readonly signInRulesVersion: number;
  /** In their order, without archived rooms. */
  readonly roomIds: readonly string[];
}
