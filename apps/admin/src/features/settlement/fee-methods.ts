import type { FeeTerm } from '@munjigi/contract';

/** What guests pay through a provider with, in the order in which fees are shown. */
export const FEE_METHODS = ['CARD', 'EASY_PAY', 'VIRTUAL_ACCOUNT', 'TRANSFER'] as const satisfies readonly FeeTerm['method'][];
