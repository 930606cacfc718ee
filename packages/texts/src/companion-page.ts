/** The title of the document at the link of a companion, which messengers show (GT-25). */
export const COMPANION_PAGE_TITLES = { kr: '출입 안내', en: 'Getting in' } as const;
