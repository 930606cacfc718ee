/** Pure arithmetic that both sides need. No clock, no input or output, nothing at run time from the contract. */
export { isFinal, laterOf } from './command-progress.ts';
