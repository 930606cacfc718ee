/**
 * Columns that only processes of the release before use, with the column that replaced each (CONTRIBUTING.md, "Expand,
 * then contract"). The types in db/tables have the new ones only; the release after this one drops the old ones.
 */
export const OLD_COLUMNS = [
  { table: 'device_links', name: 'published_online', old: 'told_online' },
  { table: 'overruns', name: 'reported_from', old: 'told_from' },
  { table: 'access_codes', name: 'revealed_at', old: 'told_at' },
  { table: 'provider_payments', name: 'notified_at', old: 'told_at' },
] as const;
