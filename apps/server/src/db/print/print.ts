import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../postgres/embedded.ts';
import { migrate } from '../migrate.ts';
import { generateRows } from './generate-rows.ts';
import { printSchema } from './schema-text.ts';

// After a migration was added: prints db/schema.sql and the row types anew, from a database made for the purpose.
const dataDir = await mkdtemp(join(tmpdir(), 'dmse-print-'));
const embedded = await startEmbedded({ dataDir, say: () => {}, settings: { fsync: 'off' } });
try {
  await migrate(embedded.ownerUrl);
  const client = new pg.Client({ connectionString: embedded.ownerUrl });
  await client.connect();
  await mkdir(new URL('../../../../../db/', import.meta.url), { recursive: true });
  await writeFile(new URL('../../../../../db/schema.sql', import.meta.url), await printSchema(client));
  await client.end();
  await writeFile(new URL('../rows.generated.ts', import.meta.url), await generateRows(embedded.ownerUrl));
} finally {
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
