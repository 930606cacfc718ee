import type { Role } from '@munjigi/contract';

/** A person who is signed in, in one product. Reads and writes rows of `storeIds` only (AC-1). */
export interface PersonActor {
  readonly kind: 'person';
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly productId: string;
  readonly roles: readonly Role[];
  /** The stores that the capability in use reaches. */
  readonly storeIds: readonly string[] | 'all';
  readonly address: string;
}

/** A device's message or a timer, working on one store. */
export interface StoreActor {
  readonly kind: 'store';
  readonly productId: string;
  readonly storeId: string;
}

/** Signing in, claiming jobs, delivering events: sees the foundation's tables and no store's rows. */
export interface SystemActor {
  readonly kind: 'system';
}

export type Actor = PersonActor | StoreActor | SystemActor;

export const SYSTEM: SystemActor = { kind: 'system' };

export function storeActor(productId: string, storeId: string): StoreActor {
  return { kind: 'store', productId, storeId };
}

/** The role and the settings that a transaction runs under; the policies of the migrations read them. */
export function settingsOf(actor: Actor): { role: string; product: string; stores: string; user: string } {
  switch (actor.kind) {
    case 'person':
      return {
        role: 'munjigi_app',
        product: actor.productId,
        stores: actor.storeIds === 'all' ? '*' : `{${actor.storeIds.join(',')}}`,
        user: actor.userId,
      };
    case 'store':
      return { role: 'munjigi_system', product: actor.productId, stores: `{${actor.storeId}}`, user: '' };
    case 'system':
      return { role: 'munjigi_system', product: '', stores: '', user: '' };
  }
}
