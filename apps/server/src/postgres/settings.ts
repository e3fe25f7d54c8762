/**
 * How the embedded PostgreSQL runs, said at every start so that this file is the whole truth. Meant for the two cores and few gigabytes
 * of a small office machine. What keeps acknowledged work through a power cut is said aloud although it is the default.
 */
export const SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // After a crash everything must be on the disk before recovery begins; one call for the whole disk instead of one for each of three
  // thousand files, which took most of the time until people were served again. Only Linux has it.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '512MB',
  wal_compression: 'pglz',
  // Nobody reads the log but PostgreSQL itself after a crash, unless it is kept (`keepWalIn`). What fills a table made in the same
  // transaction then goes straight to the disk.
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  cluster_name: 'dmse',
  // A server that was killed leaves its last statements running; they notice within moments that nobody waits for them.
  client_connection_check_interval: '2s',
  // Values of rows do not belong into a log.
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};
