import type { CompanionPage } from '@munjigi/contract';

/** What the page of a guest and that of a companion have both (GT-22). */
export type StayPage = Pick<CompanionPage, 'product' | 'now' | 'reservation' | 'arrival' | 'codes' | 'doors' | 'help'>;
