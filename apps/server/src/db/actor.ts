import type { Role } from '@munjigi/contract';

/** A signed-in person in one product. Reads and writes only rows of `storeIds` (AC-1). */
export interface PersonActor {
  readonly kind: 'person';
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly productId: string;
  readonly roles: readonly Role[];
  /** The stores that the current capability reaches. */
  readonly storeIds: readonly string[] | 'all';
  readonly address: string;
  /** The rights are from memory: the first transaction of the actor compares the epoch of all sessions. */
  readonly rightsAt?: RightsFromMemory | undefined;
}

/** The epoch at which rights were read that have not been checked since (decision 118). */
export class RightsFromMemory {
  private epoch: number | null;

  constructor(epoch: number) {
    this.epoch = epoch;
  }

  /** Whether no transaction has been given the epoch to check. */
  get isUnchecked(): boolean {
    return this.epoch !== null;
  }

  /** The epoch, once: one transaction checks it, before its other statements. `null`: it was taken before. */
  take(): number | null {
    const { epoch } = this;
    this.epoch = null;
    return epoch;
  }
}

/** The SQLSTATE of `refuse_stale_rights()`. */
const STALE_RIGHTS = 'MJ002';

/** Whether a transaction failed because the actor's rights may have changed since they were read. Nothing was done in it. */
export function isStaleRightsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STALE_RIGHTS;
}

/** A program with an API key (RV-9). Reads and writes rows of `storeIds` only, as a person does. */
export interface ChannelActor {
  readonly kind: 'channel';
  readonly keyId: string;
  /** The name of the API key. */
  readonly name: string;
  readonly productId: string;
  readonly storeIds: readonly string[] | 'all';
  readonly address: string;
}

/** A companion of a guest, by their link: its number counts the links of the reservation. */
export interface Companion {
  readonly id: string;
  readonly number: number;
  readonly issuedAt: Date;
}

/** A guest with the access token of one reservation (GT-1). Reads only this reservation and what leads to its room. */
export interface GuestActor {
  readonly kind: 'guest';
  /** Of a companion: the guest's token that the link was made with. */
  readonly tokenId: string;
  /** The link of a companion; `null` or absent: the guest (GT-21). */
  readonly companion?: Companion | null;
  readonly reservationId: string;
  readonly productId: string;
  readonly storeId: string;
  readonly address: string;
}

/**
 * Messages of devices or a timer, for one store; or for several stores of one product, when many devices report at
 * once.
 */
export interface StoreActor {
  readonly kind: 'store';
  readonly productId: string;
  readonly storeIds: readonly string[];
}

/**
 * Sign-in, claiming of jobs and delivery of events. It reads the foundation's tables, and of the stores' tables only
 * the rows that timers look for (policies `due`).
 */
export interface SystemActor {
  readonly kind: 'system';
}

export type Actor = PersonActor | ChannelActor | GuestActor | StoreActor | SystemActor;

export const SYSTEM: SystemActor = { kind: 'system' };

export function storeActor(productId: string, storeId: string): StoreActor {
  return storesActor(productId, [storeId]);
}

export function storesActor(productId: string, storeIds: readonly string[]): StoreActor {
  return { kind: 'store', productId, storeIds };
}

/** The role and the settings of a transaction, which the policies of the migrations read. */
export function settingsOf(actor: Actor): {
  role: string;
  product: string;
  stores: string;
  user: string;
  reservation?: string;
  /** The transaction fails if the epoch of all sessions is another one. */
  expectedEpoch?: number | null;
} {
  switch (actor.kind) {
    case 'person':
      return {
        role: 'munjigi_app',
        product: actor.productId,
        stores: storesOf(actor),
        user: actor.userId,
        expectedEpoch: actor.rightsAt?.take() ?? null,
      };
    case 'channel':
      return { role: 'munjigi_app', product: actor.productId, stores: storesOf(actor), user: actor.keyId };
    case 'guest':
      return {
        role: 'munjigi_guest',
        product: actor.productId,
        stores: `{${actor.storeId}}`,
        user: actor.companion?.id ?? actor.tokenId,
        reservation: actor.reservationId,
      };
    case 'store':
      return { role: 'munjigi_system', product: actor.productId, stores: `{${actor.storeIds.join(',')}}`, user: '' };
    case 'system':
      return { role: 'munjigi_system', product: '', stores: '', user: '' };
  }
}

function storesOf({ storeIds }: PersonActor | ChannelActor): string {
  return storeIds === 'all' ? '*' : `{${storeIds.join(',')}}`;
}
