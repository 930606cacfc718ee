import type { Role } from '@munjigi/contract';
import type { StoreContents } from './store-contents.ts';

/** What one endpoint answers to whom. */
export interface Expected {
  /** The capability that a refusal names, and the roles that have it; without: everybody who is signed in. */
  readonly only?: readonly [capability: string, ...roles: Role[]];
  readonly isPublic?: true;
  /** Whoever knows the secret in its path gets it, under its own product. */
  readonly opensBySecret?: true;
  /** Whoever asks, and under whichever product, gets this. */
  readonly answersAnybody?: readonly [status: number, code: string | undefined];
  /** Whoever is signed in gets this. */
  readonly answersPeople?: readonly [status: number, code: string];
  /** What of a store the request names: a row of it (404 when it is not to be seen), a filter (nothing is found), or nothing. */
  readonly names: 'row' | 'filter' | 'rows-to-confirm' | 'nothing';
  /** The right depends on the row or on what is done to it: a row that the person does not see answers 404 first. */
  readonly isCheckedAfterRow?: true;
  /** Its reply is of the store, and does not name it. */
  readonly isSilent?: true;
  /** Takes an API key, and nobody's token. */
  readonly forChannels?: true;
  /** In this state, begun a minute ago in a room of its own, is the reservation that the request names. */
  readonly reservation?: 'PENDING' | 'CONFIRMED' | 'IN_USE';
  /** It has an access code, because its store has a door whose lock keeps codes. */
  readonly hasCode?: true;
  /** The path's ids: `id` for each of them, or those of the target by their names. */
  readonly ask?: (at: Target) => { id?: string; query?: string; body?: unknown; headers?: Record<string, string> };
}

/** What of one store a request may name. */
export interface Target extends StoreContents {
  readonly codeId: string | null;
  readonly storeId: string;
  readonly roomId: string;
  readonly storeVersion: number;
  /** Of the product's provider. */
  readonly providerVersion: number;
  /** Of head office as it stands on tax invoices, once somebody has set it. */
  readonly supplierVersion: number | undefined;
  readonly personalDataVersion: number | undefined;
  /** Of the product that is asked; 0 until somebody has set any. */
  readonly signInRulesVersion: number;
  /** In their order, without those that are archived. */
  readonly roomIds: readonly string[];
}
