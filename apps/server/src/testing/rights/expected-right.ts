import type { Role } from '@munjigi/contract';
import type { StoreContents } from '../contents/store-contents.ts';

/** The expected answers of one endpoint to each caller. */
export interface Expected {
  /** The capability that a refusal names, and the roles that have it; absent: every signed-in person. */
  readonly only?: readonly [capability: string, ...roles: Role[]];
  readonly isPublic?: true;
  /** The answer to every caller under the product of the row in the path; under another it answers 404. */
  readonly answersInProduct?: readonly [status: number, code: string | undefined];
  /** The answer to every caller, under any product. */
  readonly answersAnybody?: readonly [status: number, code: string | undefined];
  /** The answer to every signed-in person. */
  readonly answersPeople?: readonly [status: number, code: string];
  /**
   * How the request refers to a store: by a row of it (404 if it is not visible), by a filter (nothing is found), or
   * not at all.
   */
  readonly names: 'row' | 'filter' | 'rows-to-confirm' | 'nothing';
  /** The required right depends on the row or the change, so a row that the person cannot see answers 404 first. */
  readonly isCheckedAfterRow?: true;
  /** The reply belongs to the store and does not name it. */
  readonly isSilent?: true;
  /** Accepts an API key, and no person's token. */
  readonly forChannels?: true;
  /** Accepts the access token of a guest of store A, and no person's token. */
  readonly forGuests?: true;
  /** The stay of the guest: it starts in five minutes (the default), in three days, or has ended four hours ago. */
  readonly guestStay?: 'SOON' | 'LATER' | 'OVER';
  /** The refusal that the guest gets at their own reservation; absent: 200. */
  readonly answersGuest?: readonly [status: number, code: string];
  /** The refusal that a person with the right gets at a row that they see; absent: 200. */
  readonly answersPermitted?: readonly [status: number, code: string];
  /** The payment in the request was begun for the reservation in store A, or by its guest, and is not confirmed. */
  readonly hasBegunPayment?: true;
  /** The reservation in the request has a guest with an access token. */
  readonly hasGuestToken?: true;
  /** The guest of the reservation in the request has asked for help. */
  readonly hasRaisedCase?: true;
  /** The store has no coming stay: those of rows before this one, which the seed draws, are cancelled. */
  readonly hasNoComingStay?: true;
  /** The store of the request is closed for good; absent: it is open. */
  readonly inClosedStore?: true;
  /** The state of the reservation in the request, which began a minute ago in a separate room. */
  readonly reservation?: 'PENDING' | 'CONFIRMED' | 'IN_USE';
  /** The reservation has an access code, because its store has a door whose lock keeps codes. */
  readonly hasCode?: true;
  /** The ids in the path: `path` by their names, `id` for each of them, or those of the target by their names. */
  readonly ask?: (at: Target) => {
    id?: string;
    path?: Readonly<Record<string, string>>;
    query?: string;
    body?: unknown;
    headers?: Record<string, string>;
  };
}

/** The ids of one store that a request may name. */
export interface Target extends StoreContents {
  readonly codeId: string | null;
  /** The token of the guest of a reservation in store A, for endpoints of guests. */
  readonly guestToken: string | null;
  /** The token of a companion of this guest. */
  readonly companionToken: string | null;
  /** The link of this companion; in a request that names another store, a row of that one. */
  readonly companionId: string;
  readonly storeId: string;
  readonly roomId: string;
  readonly storeVersion: number;
  /** The version of the product's provider settings. */
  readonly providerVersion: number;
  /** The version of the product's provider of messages. */
  readonly messageProviderVersion: number;
  readonly templateVersion: number;
  /** The version of the sender of the store in the request; `null` until it is set. */
  readonly messageSenderVersion: number | null;
  readonly messageRemindersVersion: number | null;
  /** The version of the cash receipt settings of the store in the request; 0 until they are set. */
  readonly receiptSettingsVersion: number;
  /** The version of the running merchant of the store in the request; undefined without one. */
  readonly merchantVersion: number | undefined;
  /** The version of the on-call rules of the store in the request. */
  readonly onCallVersion: number | null;
  /** The version of head office's data for tax invoices; undefined until it is set. */
  readonly supplierVersion: number | undefined;
  /** The versions of the sellers and of the privacy policy; 0 until they are set. */
  readonly storeSellerVersion: number;
  readonly chainSellerVersion: number;
  readonly privacyPolicyVersion: number;
  /** The version of the payee of the store in the request; undefined until it is set. */
  readonly payeeVersion: number | undefined;
  readonly personalDataVersion: number | undefined;
  /** The version of the rules of the product in the path; 0 until they are set. */
  readonly signInRulesVersion: number;
  /** The rooms in their order, without archived ones. */
  readonly roomIds: readonly string[];
}
