/** Enough for every statement of the program; further texts (lists of changing length) are sent unprepared. */
const MOST_NAMES = 400;
const names = new Map<string, string>();
/** Part of each name. Increases when PostgreSQL refuses a statement that was prepared before a migration. */
let generation = 0;

/**
 * The name under which a connection keeps this text prepared, so that PostgreSQL parses and plans it once. That is half
 * of the time of small statements, which row-level security makes expensive to plan. A plan is valid for one role, so
 * each role has its own names. `undefined`: the limit of names is reached.
 */
export function preparedName(role: string, text: string): string | undefined {
  const cachedName = names.get(text);
  if (cachedName !== undefined) return `${role}_${cachedName}_${generation}`;
  if (names.size >= MOST_NAMES) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return `${role}_${name}_${generation}`;
}

/**
 * Whether a prepared statement returns other columns than when it was prepared, because a migration of a newer release
 * added one. PostgreSQL then refuses it on every connection that has it (`RevalidateCachedQuery`, plancache.c). The
 * text of the message is in the language of the server.
 */
export function isOutdatedStatement(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * Has every connection prepare its statements once more, under other names, if that is why the named one failed. Of
 * several that fail at once, the first does it.
 */
export function renewOutdatedStatements(error: unknown, name: string | undefined): void {
  if (isOutdatedStatement(error) && name?.endsWith(`_${generation}`)) generation += 1;
}
