/**
 * Has no imports and a separate entry of the package, so that the first screen of a browser does not load the other
 * rules.
 */

/**
 * The time zone of dates and times that belong to no store, and of lists of stores with different zones. The only such
 * constant.
 */
export const HEAD_OFFICE_ZONE = 'Asia/Seoul';

/** The time zone for a list of several stores: their common zone, or else that of head office. */
export function zoneOfStores(stores: Iterable<{ readonly timeZone: string }>): string {
  const [zone, ...others] = new Set(Array.from(stores, ({ timeZone }) => timeZone));
  return zone !== undefined && others.length === 0 ? zone : HEAD_OFFICE_ZONE;
}
