import type { Capability } from '@munjigi/contract/roles';

interface FirstRequest {
  /** Below `/api/v2/{product}/`. The chosen store is added at the end, unless it is a request for all stores. */
  readonly path: string;
  readonly capability: Capability;
  readonly isOfAllStores?: boolean;
}

/**
 * The requests that the overview needs before it is complete. The head of the page sends them while the code is on its
 * way (build/first-paint.ts); each is the same, letter by letter, as the request of its screen (`e2e/screen-bytes.spec.ts`).
 */
export const FIRST_REQUESTS: readonly FirstRequest[] = [
  { path: 'room?page=0&limit=200', capability: 'rooms:read' },
  { path: 'overview', capability: 'overview:read' },
  { path: 'waitlist?state=FREE&limit=50', capability: 'reservations:read' },
  { path: 'reservation/readiness?hours=3&limit=50', capability: 'reservations:read' },
  { path: 'payment/unpaid-stay', capability: 'payments:read' },
  { path: 'alarm?page=0&limit=200&show=PENDING', capability: 'doors:read', isOfAllStores: true },
  { path: 'incident?show=PENDING&page=0&limit=1', capability: 'on-call:read' },
  { path: 'stranded-guest', capability: 'reservations:read' },
  { path: 'payment/notification?page=0&limit=1', capability: 'notifications:read', isOfAllStores: true },
];
