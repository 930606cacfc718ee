import { reachOf, type ApprovalKind, type Capability, type PushKind } from '@munjigi/contract';
import { mayAct } from '../approvals/index.ts';
import type { ToldBrowser } from './people.sql.ts';

/** What one must be allowed to see, to be told of it. */
const NEEDS: Readonly<Record<PushKind, Capability>> = { MONEY: 'notifications:read', ALARM: 'doors:read', APPROVAL: 'approvals:use' };

/** Something that a browser is to be told. */
export interface Subject {
  readonly kind: PushKind;
  readonly id: string;
  readonly productId: string;
  /** `null`: it concerns the whole product. */
  readonly storeId: string | null;
  readonly approval?: { readonly kind: ApprovalKind; readonly askedBy: string };
}

/** The stores of which the person may know this kind; `null`: none. */
export function storesOf({ roles, store_ids: storeIds }: ToldBrowser, kind: PushKind): readonly string[] | 'all' | null {
  const reach = reachOf(roles, NEEDS[kind]);
  return reach === 'own' ? storeIds : reach;
}

export function mayHear(browser: ToldBrowser, { kind, productId, storeId, approval }: Subject): boolean {
  if (browser.product_id !== productId || !browser.kinds.includes(kind)) return false;
  const stores = storesOf(browser, kind);
  if (stores === null || (stores !== 'all' && (storeId === null || !stores.includes(storeId)))) return false;
  return !approval || maySecond(browser, { kind: approval.kind, storeId, askedBy: approval.askedBy });
}

/** May the person be the second of two? */
export function maySecond({ user_id: userId, roles, store_ids: storeIds }: ToldBrowser, { kind, storeId, askedBy }: { readonly kind: ApprovalKind; readonly storeId: string | null; readonly askedBy: string }): boolean {
  return askedBy !== userId && mayAct({ roles, storeIds }, kind, storeId);
}
