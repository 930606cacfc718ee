import type { OnlineProvider } from '@munjigi/contract';

/** The name that stands where a person's would. */
export const PROVIDER_NAMES: Readonly<Record<OnlineProvider, string>> = { TOSS: 'Toss Payments', PORTONE: 'PortOne' };
