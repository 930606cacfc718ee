/** People: the parts that other features show. */
export { AccountPart } from './account/account-part.tsx';
