import type { Laws } from '../laws.ts';
import type { deletePoint } from '../local/point.ts';
import type { Store } from '../ports.ts';
import type { Device } from './device.ts';
import type { Data, Quirks } from './model-server.ts';
import type { Oracle } from './oracle.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export type StoryOptions = {
  readonly laws: Laws;
  readonly quirks?: Partial<Quirks>;
  /** called once per device; without it the store in memory */
  readonly openStore?: (device: string) => Promise<Store>;
  readonly steps?: number;
  /** how a shot is deleted; the campaign also tries a wrong way */
  readonly deleteShot?: typeof deletePoint;
  /** told everything that happens, for a replay */
  readonly trace?: (line: string) => void;
};

export type Story = {
  readonly random: Random;
  readonly world: World;
  readonly oracle: Oracle;
  readonly options: StoryOptions;
  readonly events: Record<string, number>;
  readonly isRestoring: boolean;
  devices: Device[];
  runs: string[];
  /** how tense the story is by day */
  tension: number;
  /** what is certain to happen next */
  next: ((story: Story) => void) | null;
  backup: Data | null;
  counter: number;
};
