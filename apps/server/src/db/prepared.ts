import type pg from 'pg';

/** Enough for every statement of the program; texts beyond (lists of changing length) are sent as they are. */
const MOST_NAMES = 400;
const names = new Map<string, string>();

/**
 * Gives each text with parameters a name, so that PostgreSQL parses and plans it once a connection: half of the time of our
 * small statements, which row-level security makes expensive to plan. A plan holds for the role it was made for, so each role
 * has names of its own; the role is read from the `begin` of withActor().
 */
export function prepareByText(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let role = 'none';
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text === 'string' && Array.isArray(values)) {
      const name = values.length > 0 ? nameOf(text) : undefined;
      if (name !== undefined) return query({ name: `${role}_${name}`, text, values }, ...rest);
      if (text.startsWith('begin')) role = /^begin; select set_config\('role', '(\w+)'/.exec(text)?.[1] ?? 'none';
    }
    return query(text, values, ...rest);
  };
  client.query = named as typeof client.query;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
