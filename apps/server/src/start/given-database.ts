import type pg from 'pg';

const OLDEST = 15;

/** What is found behind DATABASE_URL before anything is written there. */
export type GivenDatabase = {
  version: number;
  database: string;
  login: string;
  /** Tables of nobody's extension, a few of them by name. */
  tables: string[];
  /** One of ours: its list of migrations names at least one we know of. */
  is_ours: boolean;
  has_app_role: boolean;
  may_create_role: boolean;
  may_become_app: boolean;
  may_create_in_schema: boolean;
  may_create_in_database: boolean;
};

/** The names of the tables that may be there although nothing has been made yet: a first start that was cut off leaves this one. */
const OWN_BEGINNING = 'migration';

export async function lookAtDatabase(client: pg.Client): Promise<GivenDatabase> {
  const { rows } = await client.query<Omit<GivenDatabase, 'is_ours'>>(`
    select current_setting('server_version_num')::int / 10000 as version, current_database() as database, current_user as login,
      array(
        select c.relname::text from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        order by c.relname
      ) as tables,
      a.oid is not null as has_app_role,
      me.rolcreaterole or me.rolsuper as may_create_role,
      me.rolsuper or coalesce(pg_has_role(me.oid, a.oid, 'MEMBER'), false) as may_become_app,
      has_schema_privilege('public', 'CREATE') as may_create_in_schema,
      has_database_privilege(current_database(), 'CREATE') as may_create_in_database
    from pg_roles me left join pg_roles a on a.rolname = 'dmse_app' where me.rolname = current_user`);
  const found = rows[0]!;
  return { ...found, is_ours: found.tables.includes(OWN_BEGINNING) && (await holdsOurMigrations(client)) };
}

/** Other programs have a table of this name too, with other columns. */
async function holdsOurMigrations(client: pg.Client): Promise<boolean> {
  const columns = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = 'public.migration'::regclass and attnum > 0 and not attisdropped order by 1`,
  );
  if (columns.rows.map(({ name }) => name).join() !== 'name,ran_on') return false;
  const first = await client.query(`select from public.migration where name ~ '^0001_'`);
  return first.rowCount === 1;
}

/** Why this database cannot become or be ours, as one sentence; `hasOwnAppLogin` when DATABASE_APP_URL names the lesser login. */
export function whyNotUse(found: GivenDatabase, hasOwnAppLogin: boolean): string | null {
  const { version, tables, is_ours, login, database } = found;
  if (version < OLDEST) return `DATABASE_URL leads to PostgreSQL ${version}; version ${OLDEST} or newer is needed.`;
  const strange = is_ours ? [] : tables.filter((name) => name !== OWN_BEGINNING);
  if (strange.length > 0) {
    const names = strange.slice(0, 3).join(', ');
    return `The database ${database} belongs to another program (it holds ${names}${strange.length > 3 ? ', …' : ''}): create an empty one and name that in DATABASE_URL. Nothing was changed.`;
  }
  if (!found.may_create_in_schema)
    return `The login ${login} of DATABASE_URL may not create tables: run "grant create on schema public to ${login}" in the database ${database}.`;
  if (!found.may_create_in_database)
    return `The login ${login} of DATABASE_URL may not create schemas and extensions: run "grant create on database ${database} to ${login}".`;
  if (!found.has_app_role && !found.may_create_role)
    return `The login ${login} of DATABASE_URL may not create roles: run "alter role ${login} createrole", or create the role dmse_app and grant it to ${login}.`;
  if (found.has_app_role && !hasOwnAppLogin && !found.may_become_app)
    return `The login ${login} of DATABASE_URL may not act as dmse_app: run "grant dmse_app to ${login}", or name a login of its own in DATABASE_APP_URL.`;
  return null;
}
