import type pg from 'pg';

/** `CREATE POLICY` of a table. The role that owns the table is written as CURRENT_USER, as the migrations name it. */
export async function readPolicies(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select concat('CREATE POLICY ', quote_ident(p.polname), ' ON ', c.relname,
              case when not p.polpermissive then ' AS RESTRICTIVE' end,
              case p.polcmd when 'r' then ' FOR SELECT' when 'a' then ' FOR INSERT' when 'w' then ' FOR UPDATE' when 'd' then ' FOR DELETE' end,
              ' TO ', (select string_agg(case member when 0 then 'PUBLIC' when c.relowner then 'CURRENT_USER' else member::regrole::text end, ', '
                                         order by member::regrole::text collate "C") from unnest(p.polroles) as member),
              E'\\n  USING (' || pg_get_expr(p.polqual, p.polrelid, true) || ')',
              E'\\n  WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', ';') as line
     from pg_policy p join pg_class c on c.oid = p.polrelid where p.polrelid = $1 order by p.polname collate "C"`,
    [table],
  );
  return rows.map((row) => row.line);
}

const GRANTS_OF_SCHEMA = `
  select n.nspowner as owner, item.grantee, item.privilege_type as privilege, 'SCHEMA public' as object
  from pg_namespace n, aclexplode(n.nspacl) as item where n.nspname = 'public'`;

const GRANTS_OF_TABLE = `
  select c.relowner as owner, item.grantee, item.privilege_type as privilege, c.relname::text as object
  from pg_class c, aclexplode(c.relacl) as item where c.oid = $1
  union all
  select c.relowner, item.grantee, item.privilege_type || ' (' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ')', c.relname::text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, aclexplode(a.attacl) as item
  where c.oid = $1 group by c.oid, item.grantee, item.privilege_type`;

/** `GRANT` of a table and of its columns, or of the schema, without those of the owner, one line for the roles with the same grants. */
export async function readGrants(client: pg.Client, table: string | null): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `with grants as (${table === null ? GRANTS_OF_SCHEMA : GRANTS_OF_TABLE}),
       of_role as (
         select object, case grantee when 0 then 'PUBLIC' else grantee::regrole::text end as role,
                string_agg(privilege, ', ' order by array_position('{SELECT,INSERT,UPDATE,DELETE}'::text[], split_part(privilege, ' ', 1)), privilege collate "C") as privileges
         from grants where grantee <> owner group by object, grantee)
     select 'GRANT ' || privileges || ' ON ' || object || ' TO ' || string_agg(role, ', ' order by role collate "C") || ';' as line
     from of_role group by object, privileges order by min(role collate "C")`,
    table === null ? [] : [table],
  );
  return rows.map((row) => row.line).join('\n');
}
