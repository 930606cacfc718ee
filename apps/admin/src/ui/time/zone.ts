import { HEAD_OFFICE_ZONE } from '@munjigi/rules/zone-of-stores';
import { createContext, use } from 'react';

/**
 * The zone of the days and times on the screen: `useChosenZone` of the shell. Before sign-in it is that of the head
 * office.
 */
export const ZoneContext = createContext<string>(HEAD_OFFICE_ZONE);

export function useZone(): string {
  return use(ZoneContext);
}
