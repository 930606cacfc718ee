import type { OnlineProvider } from '@munjigi/contract';

/** The name that is shown in place of a person. */
export const PROVIDER_NAMES: Readonly<Record<OnlineProvider, string>> = { TOSS: 'Toss Payments', PORTONE: 'PortOne' };
