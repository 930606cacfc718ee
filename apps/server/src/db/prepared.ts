/** Enough for every statement of the program; further texts (lists of changing length) are sent unprepared. */
const MOST_NAMES = 400;
const names = new Map<string, string>();

/**
 * The name under which a connection keeps this text prepared, so that PostgreSQL parses and plans it once. That is half
 * of the time of small statements, which row-level security makes expensive to plan. A plan is valid for one role, so
 * each role has its own names. `undefined`: the limit of names is reached.
 */
export function preparedName(role: string, text: string): string | undefined {
  const cachedName = names.get(text);
  if (cachedName !== undefined) return `${role}_${cachedName}`;
  if (names.size >= MOST_NAMES) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return `${role}_${name}`;
}
