import pg from 'pg';
import { ADMIN } from './cluster.ts';
import { socketUrl } from './socket-folder.ts';

export const OWNER = 'dmse_owner';
export const APP = 'dmse_app';
export const DATABASE = 'dmse';

const LOCK = 712_004_410;

/**
 * Two roles, neither a superuser: the owner migrates (and may create the trusted extensions, being the database's owner); the other
 * serves requests and may do only what the migrations grant it. Each step asks first, so a start that was killed between two of
 * them is finished by the next.
 */
export async function makeRoles(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, ADMIN, 'postgres') });
  // A connection that is lost fails the query in hand; it must not end the process besides.
  client.on('error', () => {});
  await client.connect();
  try {
    // A server that was killed leaves its session working on the step it had begun: wait for that before looking.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    for (const role of [OWNER, APP]) {
      const known = await client.query('select from pg_roles where rolname = $1', [role]);
      if (known.rowCount === 0) await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole noreplication`);
    }
    // Whoever fills a whole database may write the log unpacked.
    const says = await client.query(`select has_parameter_privilege($1, 'wal_compression', 'set') as so`, [OWNER]);
    if (!says.rows[0].so) await client.query(`grant set on parameter wal_compression to ${OWNER}`);
    const database = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
    const open = await client.query('select from pg_database where datname = $1 and datacl is null', [DATABASE]);
    if (open.rowCount === 1) {
      await client.query(`begin; revoke all on database ${DATABASE} from public; grant connect on database ${DATABASE} to ${APP}; commit`);
    }
  } finally {
    await client.end();
  }
}
