import pg from 'pg';

/**
 * Why this cannot be the address of a database: the rest of a sentence that begins with the setting's name, or null. Looked at as the
 * driver will look at it. The address itself is not repeated, for it may hold a password.
 */
export function whyNotDatabaseUrl(url: string): string | null {
  const wanted = 'must look like postgres://user:password@host:5432/database';
  if (!/^postgres(ql)?:\/\//.test(url)) return `${wanted}.`;
  try {
    new pg.Client({ connectionString: url });
    return null;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    return path ? `names the file ${path}, which cannot be read (${code}).` : `${wanted}; this one cannot be read as an address.`;
  }
}
