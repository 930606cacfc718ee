import type { StartedAgeCheck } from '@munjigi/contract';

/** The document that opens the window of PortOne. Its parameters are public, and stand behind the `#`. */
const DOCUMENT = '/g-pay/identity';

/** What the window of the provider needs. */
export interface IdentityOrder {
  readonly storeId: string;
  readonly channelKey: string;
  readonly identityVerificationId: string;
}

/** The address of the window of a check: the page of a virtual provider, or the document that runs PortOne's script. */
export function identityAddress({ checkUrl, verificationId, channelKey, merchantId }: StartedAgeCheck): string {
  if (checkUrl !== null) return `${checkUrl}?verificationId=${encodeURIComponent(verificationId)}`;
  const order: IdentityOrder = { storeId: merchantId, channelKey, identityVerificationId: verificationId };
  return `${DOCUMENT}#${encodeURIComponent(JSON.stringify(order))}`;
}

/** Where the window returns on a phone. */
export const DONE_PATH = `${DOCUMENT}?done`;

/** Reads the order of the address. `null`: it has none. */
export function readIdentityOrder(hash: string): IdentityOrder | null {
  try {
    const order = JSON.parse(decodeURIComponent(hash.slice(1))) as Partial<IdentityOrder> | null;
    const { storeId, channelKey, identityVerificationId } = order ?? {};
    if (![storeId, channelKey, identityVerificationId].every((value) => typeof value === 'string')) return null;
    return order as IdentityOrder;
  } catch {
    return null; // The address was typed or cut short.
  }
}
