/** People: what other features show of them. */
export { AccountPart } from './account-part.tsx';
export { browserOf } from './browser-of.ts';
