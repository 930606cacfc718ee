import { reachOf, type ApprovalKind, type Capability, type PushKind } from '@munjigi/contract';
import { canPerformAct } from '../approvals/index.ts';
import type { SubscribedBrowser } from './people.sql.ts';

/** The capability that each kind of notification requires. */
const NEEDS: Readonly<Record<PushKind, Capability>> = {
  MONEY: 'notifications:read',
  ALARM: 'doors:read',
  APPROVAL: 'approvals:use',
  READINESS: 'reservations:read',
  OVERRUN: 'reservations:read',
  WAITLIST: 'reservations:read',
  ON_CALL: 'on-call:read',
};

/** The subject of a notification. */
export interface PushSubject {
  readonly kind: PushKind;
  readonly id: string;
  readonly productId: string;
  /** `null`: the whole product. */
  readonly storeId: string | null;
  readonly approval?: { readonly kind: ApprovalKind; readonly askedBy: string };
}

/** The stores for which the person may receive this kind; `null`: none. */
export function storesOf(
  { roles, store_ids: storeIds }: SubscribedBrowser,
  kind: PushKind,
): readonly string[] | 'all' | null {
  const reach = reachOf(roles, NEEDS[kind]);
  return reach === 'own' ? storeIds : reach;
}

export function canBeNotified(
  browser: SubscribedBrowser,
  { kind, productId, storeId, approval }: PushSubject,
): boolean {
  if (browser.product_id !== productId || !browser.kinds.includes(kind)) return false;
  const stores = storesOf(browser, kind);
  if (stores === null || (stores !== 'all' && (storeId === null || !stores.includes(storeId)))) return false;
  return !approval || canApprove(browser, { kind: approval.kind, storeId, askedBy: approval.askedBy });
}

/** Whether the person may give the second approval. */
export function canApprove(
  { user_id: userId, roles, store_ids: storeIds }: SubscribedBrowser,
  {
    kind,
    storeId,
    askedBy,
  }: { readonly kind: ApprovalKind; readonly storeId: string | null; readonly askedBy: string },
): boolean {
  return askedBy !== userId && canPerformAct({ roles, storeIds }, kind, storeId);
}
