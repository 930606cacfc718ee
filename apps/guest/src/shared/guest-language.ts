export type GuestLanguage = 'kr' | 'en';
