/** Imports nothing and has an entry of the package, so that the first screen of a browser does not load the other rules. */

/** The zone of dates and times that belong to no store, and of lists of stores that have different zones. The only such constant. */
export const HEAD_OFFICE_ZONE = 'Asia/Seoul';

/** The zone for a list of several stores: the one that all of them have, or else that of the head office. */
export function zoneOfStores(stores: Iterable<{ readonly timeZone: string }>): string {
  const [zone, ...others] = new Set(Array.from(stores, ({ timeZone }) => timeZone));
  return zone !== undefined && others.length === 0 ? zone : HEAD_OFFICE_ZONE;
}
