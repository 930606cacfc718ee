import { reachOf, type Capability, type Locale } from '@munjigi/contract';
import type { ChannelActor, Companion, GuestActor, PersonActor } from '../db/index.ts';

/** A signed-in person, with the stores that the endpoint's capability reaches. */
export interface Person extends PersonActor {
  readonly email: string;
  readonly productSlug: string;
  readonly locale: Locale;
  /** The epoch of all sessions at which the rights were read; at another epoch they may be outdated. */
  readonly sessionEpoch: number;
  /** When the session ends without activity of the person. */
  readonly endsAtMs: number;
  /** A role of the person requires a second factor and none is set up: only its setup is allowed (AU-5). */
  readonly mustSetSecondFactor: boolean;
  /** The stores assigned to the person, for any capability. */
  readonly assignedStoreIds: readonly string[];
}

/** A program with an API key (RV-9), with the stores of the key. */
export interface Channel extends ChannelActor {
  readonly productSlug: string;
}

/** A guest with the access token of one reservation (GT-1), or a companion with a link of the guest (GT-21). */
export interface GuestCaller extends GuestActor {
  /** `null`: the guest. */
  readonly companion: Companion | null;
  readonly productSlug: string;
  readonly productName: string;
  /** The code of the reservation, by which logs of acts name the guest. */
  readonly reservationCode: string;
  /** Whether the link was used on more than one device, so that some acts need a code to the phone (GT-14). */
  readonly isLinkShared: boolean;
  /** Whether the link was issued to a person of the staff, who can use it as well, so that it rates no stay (GP-5). */
  readonly isLinkOfStaff: boolean;
}

export type Caller = Person | Channel | GuestCaller;

/**
 * True if one of the roles grants the capability at this store. For a use case that checks a second capability: the
 * actor's stores are those of the endpoint's capability, and a person can have one role for all stores and another for
 * their own.
 */
export function hasCapabilityAt({ roles, assignedStoreIds }: Person, capability: Capability, storeId: string): boolean {
  const reach = reachOf(roles, capability);
  return reach === 'all' || (reach === 'own' && assignedStoreIds.includes(storeId));
}

/** The owner of the caller's idempotency keys. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'person':
      return caller.userId;
    case 'channel':
      return caller.keyId;
    case 'guest':
      return caller.companion?.id ?? caller.tokenId;
  }
}
