import pg from 'pg';

export type Listener = { close(): Promise<void> };
type Heard = { onNotice: (payload: string) => void; onReconnect: () => void };

const RETRY_MS = 1000;

/**
 * Hears what the database notifies on a connection of its own. Fails when it cannot be had at first; one that is lost later is made again
 * until it stands, and then it is said that notices may have been missed.
 */
export async function listenTo(
  { url, setRole }: { url: string; setRole: string | null },
  channel: string,
  { onNotice, onReconnect }: Heard,
): Promise<Listener> {
  let isClosed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'dmse map',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(setRole ? { options: `-c role=${setRole}` } : {}),
    });
    next.on('notification', ({ payload }) => onNotice(payload ?? ''));
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      next.end().catch(() => {});
      throw error;
    }
    next.on('end', tryAgain);
    client = next;
    if (isClosed) await next.end();
  }

  function tryAgain(): void {
    client = null;
    if (isClosed) return;
    timer = setTimeout(() => connect().then(onReconnect, tryAgain), RETRY_MS);
    timer.unref();
  }

  await connect();
  return {
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}
