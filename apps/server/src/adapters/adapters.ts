import type { AccountingSystem } from './accounting/accounting-system.ts';
import type { Seal } from './accounting/seal.ts';
import type { Backups } from './backups.ts';
import type { Documents } from './documents/documents.ts';
import type { Drive } from './files/drive.ts';
import type { FileStore } from './files/file-store.ts';
import type { Geocoder } from './geocoder.ts';
import type { HostSecrets } from './host-secrets.ts';
import type { IdentityClient } from './identity/identity-client.ts';
import type { LayerConverter } from './layers/layer-converter.ts';
import type { MapIndex } from './map/map-index.ts';
import type { Processor } from './processing/question.ts';
import type { Signer } from './processing/signer.ts';
import type { Queue } from './queue.ts';
import type { TileService } from './tiles/tile-service.ts';

/** The world beyond the database: one adapter each, built once when the server starts. */
export type Adapters = {
  files: FileStore;
  queue: Queue;
  layers: LayerConverter;
  map: MapIndex;
  processor: Processor;
  documents: Documents;
  drive: Drive;
  geocoder: Geocoder;
  tileService: TileService;
  secrets: HostSecrets;
  identity: IdentityClient;
  /** Null: the server was not told of an accounting system. */
  accounting: AccountingSystem | null;
  seal: Seal;
  /** The firm's signature under survey packages. */
  signer: Signer;
  backups: Backups;
  maxUploadBytes: number;
  /** Where people reach the app, for links in mails: PUBLIC_URL, else the address it listens at. No slash at its end. */
  publicOrigin: string;
};
