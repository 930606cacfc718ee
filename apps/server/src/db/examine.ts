import pg from 'pg';

/** What `doctor` says of DATABASE_URL; throws with what is wrong with it, in words. */
export async function examineDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; is_super: boolean; can_create: boolean; has_roles: boolean }>(`
      select current_setting('server_version_num')::int / 10000 as version, rolsuper as is_super, rolcreaterole as can_create,
             (select count(*) = 2 from pg_roles where rolname in ('munjigi_app', 'munjigi_system')) as has_roles
      from pg_roles where rolname = current_user`);
    const found = rows[0];
    if (!found) throw new Error('the user of DATABASE_URL has no role');
    if (found.version < 15) throw new Error(`PostgreSQL ${found.version} is too old: 15 or later is needed`);
    if (!found.has_roles && !found.can_create && !found.is_super) throw new Error('the user may not create the roles munjigi_app and munjigi_system: grant CREATEROLE or create them');
    return `PostgreSQL ${found.version}${found.is_super ? ' (the user is a superuser: an ordinary owner of the schema is enough, and better)' : ''}`;
  } finally {
    await client.end();
  }
}
