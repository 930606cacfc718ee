import type { FeeTerm } from '@munjigi/contract';

/** The methods of payment through a provider, in the order in which fees are shown. */
export const FEE_METHODS = [
  'CARD',
  'EASY_PAY',
  'VIRTUAL_ACCOUNT',
  'TRANSFER',
] as const satisfies readonly FeeTerm['method'][];
