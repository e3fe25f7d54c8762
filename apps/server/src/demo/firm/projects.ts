import type { Role } from '@dmse/domain/access/roles';
import { expandRoles } from '@dmse/domain/access/roles';
import { addDays } from '@dmse/domain/dates/local-date';
import type { JobState } from '@dmse/domain/states/job';
import type { QuoteState } from '@dmse/domain/states/quote';
import type { Writable } from '../../records/record.ts';
import type { LinkedClient } from './contacts.ts';
import { daysBefore, workingMoment } from './days.ts';
import type { Random } from './random.ts';
import { SITES, scatter, toLonLat } from './sites.ts';
import { SPECIAL_CLIENTS } from './special-clients.ts';
import type { StaffMember } from './staff.ts';

export type Discipline = 'SURVEYING' | 'ENGINEERING' | 'PLANNING' | 'ENVIRONMENTAL';

/** The kinds of work the firm does: its words, the job type, and the task templates it is made of. */
const KINDS: readonly { title: string; long: string; type: string; discipline: Discipline; tasks: readonly string[] }[] = [
  {
    title: 'Boundary survey',
    long: 'Retrace the limits of the property and prepare a plan of survey.',
    type: 'Legal survey',
    discipline: 'SURVEYING',
    tasks: ['Boundary survey'],
  },
  {
    title: 'Subdivision',
    long: 'Lay out the lots, set the monuments and register the plan.',
    type: 'Subdivision',
    discipline: 'SURVEYING',
    tasks: ['Boundary survey', 'Topographic survey', 'Construction layout'],
  },
  {
    title: 'Levé topographique',
    long: 'Relevé du terrain et des services pour la conception.',
    type: 'Topographic survey',
    discipline: 'SURVEYING',
    tasks: ['Topographic survey'],
  },
  {
    title: 'Topographic survey',
    long: 'Ground, services and buildings for the design of the new works.',
    type: 'Topographic survey',
    discipline: 'SURVEYING',
    tasks: ['Topographic survey'],
  },
  {
    title: 'Construction layout',
    long: 'Stake footings, services and curbs as the contractor asks.',
    type: 'Construction layout',
    discipline: 'SURVEYING',
    tasks: ['Construction layout', 'As-built survey'],
  },
  {
    title: 'As-built of the sewer',
    long: 'Open every structure, measure the inverts and draw the record plan.',
    type: 'As-built survey',
    discipline: 'SURVEYING',
    tasks: ['As-built survey'],
  },
  {
    title: 'Site servicing',
    long: 'Design of water, sanitary and storm services for the site.',
    type: 'Water and sewer design',
    discipline: 'ENGINEERING',
    tasks: ['Topographic survey', 'Site servicing design'],
  },
  {
    title: 'Street reconstruction',
    long: 'Survey, design and tender documents for the street.',
    type: 'Road design',
    discipline: 'ENGINEERING',
    tasks: ['Topographic survey', 'Site servicing design', 'Construction layout'],
  },
  {
    title: 'Certificat de localisation',
    long: 'Certificat pour la vente de la propriété.',
    type: 'Building location certificate',
    discipline: 'SURVEYING',
    tasks: ['Boundary survey'],
  },
  {
    title: 'Monitoring of the quay wall',
    long: 'Monthly readings of the targets along the wall, with a short report.',
    type: 'Monitoring',
    discipline: 'SURVEYING',
    tasks: ['As-built survey'],
  },
];

export type ProjectWorld = {
  now: string;
  clients: readonly LinkedClient[];
  managers: readonly number[];
  /** Who milestones are given to. */
  workers: readonly number[];
  writers: readonly number[];
};

export type Project = {
  id: number;
  num: string;
  created: { at: string; by: number };
  updated_on: string;
  tasks: readonly string[];
  state: JobState | QuoteState;
  location: { lon: number; lat: number; address: string } | null;
  values: Writable<'job'> | Writable<'quote'>;
};

/** Those who hold a role, by themselves or by another that includes it. */
export const holding = (staff: readonly StaffMember[], role: Role) =>
  staff.filter(({ granted }) => expandRoles(granted).includes(role)).map(({ id }) => id);

export function projectWorld(staff: readonly StaffMember[], clients: readonly LinkedClient[], now: string): ProjectWorld {
  const managers = staff.filter((person) => person.is_project_manager).map(({ id }) => id);
  return {
    now,
    // What a merged client had is its survivor's.
    clients: clients.map((client) => clients[(SPECIAL_CLIENTS[client.id - 1]?.merged_into ?? client.id) - 1]!),
    managers,
    workers: [...holding(staff, 'Field Editor'), ...holding(staff, 'Jobs User')],
    writers: holding(staff, 'Jobs User'),
  };
}

/** The years a firm of any size looks back on. */
const DAYS = 1095;

const LETTERS = [...'abcdefghjkmnpqrstuvwxyz23456789'];

/**
 * Tokens of the inbox: of the demo's own chance, so that the same size gives the same rows. They end with the place: among many thousand
 * streams two may draw the same.
 */
function token(random: Random, place: number): string {
  const drawn = Array.from({ length: 12 }, () => random.pick(LETTERS));
  return drawn.map((letter, at) => (at < 8 ? letter : LETTERS[Math.floor(place / LETTERS.length ** (11 - at)) % LETTERS.length])).join('');
}

/** What a job and a quote have in common, `share` running from 0 for the oldest to 1 for the newest. */
function makeCommon(own: Random, place: number, share: number, world: ProjectWorld) {
  const kind = own.pick(KINDS);
  const site = own.pick(SITES);
  const client = own.pick(world.clients);
  const days = (1 - share) * DAYS;
  const at = workingMoment(own, daysBefore(world.now, days + 3), daysBefore(world.now, days + 0.1));
  const manager = own.pick(world.managers);
  const grid = scatter(own, site, 3500);
  const location = own.chance(0.8)
    ? {
        ...toLonLat(grid),
        address: `${own.int(2, 480)} ${own.pick(['Main Street', 'rue Principale', 'Shore Road', 'chemin du Quai'])}, ${site.name}`,
      }
    : null;
  const billing = own.pick(['hourly', 'hourly', 'fixed fee', 'hourly with cap'] as const);
  return {
    kind,
    at,
    manager,
    location,
    values: {
      desc: `${kind.title}, ${site.name}`,
      long_desc: kind.long,
      client: client.id,
      client_name: client.name,
      project_manager: manager,
      discipline: kind.discipline === 'SURVEYING' && own.chance(0.15) ? ['SURVEYING', 'ENGINEERING'] : [kind.discipline],
      job_types: own.chance(0.2) ? [kind.type, 'Control survey'] : [kind.type],
      project_leads: own.chance(0.5) ? [own.pick(world.managers)].filter((id) => id !== manager) : [],
      billing_type: billing,
      fee_cap: billing === 'hourly' ? null : own.int(20, 400) * 10_000,
      inbox_token: token(own, place),
    } satisfies Writable<'job'>,
  };
}

function jobStateFor(own: Random, share: number): JobState {
  if (own.chance(0.04)) return 'CANCELLED';
  // Most of the work of the last months is under way; of the old almost none.
  return own.chance(Math.max(0.02, (share - 0.75) * 3.4)) ? 'IN PROGRESS' : 'CLOSED';
}

function quoteStateFor(own: Random, share: number): QuoteState {
  if (share > 0.9) return own.pick(['AWAITING QUOTE', 'AWAITING QUOTE', 'QUOTE SUBMITTED'] as const);
  if (share > 0.8) return own.pick(['QUOTE SUBMITTED', 'QUOTE SUBMITTED', 'ACCEPTED', 'REJECTED'] as const);
  return own.pick(['REJECTED', 'ACCEPTED', 'ACCEPTED', 'QUOTE SUBMITTED'] as const);
}

/** Numbers are given in the order of time, anew each year. */
export function createNumbers(prefix: '' | 'Q') {
  const last = new Map<string, number>();
  return {
    last,
    next(at: string): string {
      const year = at.slice(2, 4);
      const n = (last.get(year) ?? 0) + 1;
      last.set(year, n);
      return `${prefix}${year}-${String(n).padStart(4, '0')}`;
    },
  };
}

export function makeJob(random: Random, place: number, count: number, world: ProjectWorld, number: (at: string) => string): Project {
  const own = random.fork(place);
  const share = place / count;
  const { kind, at, manager, location, values } = makeCommon(own, place, share, world);
  const state = jobStateFor(own, share);
  const ended = state === 'IN PROGRESS' ? null : workingMoment(own, at, world.now);
  return {
    id: place,
    num: number(at),
    created: { at, by: manager },
    updated_on: ended ?? at,
    tasks: kind.tasks,
    state,
    location,
    values: {
      ...values,
      state,
      po_number: own.chance(0.3) ? `PO-${own.int(1000, 99_999)}` : '',
      state_reason: state === 'CANCELLED' ? 'The client has given up the project.' : '',
      state_changed_on: ended,
    },
  };
}

export function makeQuote(random: Random, place: number, count: number, world: ProjectWorld, number: (at: string) => string): Project {
  const own = random.fork(place);
  const share = place / count;
  const { kind, at, manager, location, values } = makeCommon(own, place, share, world);
  const state = quoteStateFor(own, share);
  const submitted = state === 'AWAITING QUOTE' ? null : workingMoment(own, at, daysBefore(world.now, 0));
  const decided = state === 'ACCEPTED' || state === 'REJECTED' ? workingMoment(own, submitted ?? at, world.now) : null;
  return {
    id: place,
    num: number(at),
    created: { at, by: manager },
    updated_on: decided ?? submitted ?? at,
    tasks: kind.tasks,
    state,
    location,
    values: {
      ...values,
      state,
      submitted_on: submitted,
      valid_until: submitted && addDays(submitted.slice(0, 10), 30),
      decided_on: decided,
      lost_reason: state === 'REJECTED' ? own.pick(['Price', 'Timing', 'Went with another firm', 'No answer']) : '',
    },
  };
}
