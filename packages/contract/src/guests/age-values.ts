/** Values of age checks that screens use without the schemas. */

/**
 * How a rule counts age, the least strict first: a person who is adult by a later one is adult by those before it.
 * `BIRTHDAY_18`: from the 18th birthday. `YOUTH_ACT`: from 1 January of the year of the 19th birthday. `BIRTHDAY_19`: from
 * the 19th birthday.
 */
export const AGE_BASES = ['BIRTHDAY_18', 'YOUTH_ACT', 'BIRTHDAY_19'] as const;
export type AgeBasis = (typeof AGE_BASES)[number];

/** How a guest was found to be adult: by an identity check of a provider, or by staff who saw a document. */
export const AGE_CHECK_WAYS = ['IDENTITY', 'DOCUMENT'] as const;
export type AgeCheckWay = (typeof AGE_CHECK_WAYS)[number];

/** The documents that staff can see. Their numbers and pictures are not kept. */
export const AGE_DOCUMENTS = ['ID_CARD', 'DRIVING_LICENCE', 'PASSPORT', 'RESIDENCE_CARD', 'OTHER'] as const;
export type AgeDocument = (typeof AGE_DOCUMENTS)[number];

/**
 * What came of an identity check. `WAITING`: the guest has not finished it, or the provider does not answer. `FAILED`: the
 * provider could not verify the guest, who can try again. `NO_PHONE`: the provider gave no number to compare.
 * `OTHER_PERSON`: the number is not that of the booking. `REFUSED`: the check does not permit this booking.
 */
export const AGE_CHECK_OUTCOMES = ['WAITING', 'PASSED', 'FAILED', 'NO_PHONE', 'OTHER_PERSON', 'REFUSED'] as const;
export type AgeCheckOutcome = (typeof AGE_CHECK_OUTCOMES)[number];
