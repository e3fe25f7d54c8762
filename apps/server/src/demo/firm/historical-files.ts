import type { ShotCategory, ShotSubCategory } from '@dmse/domain/sites/shot-category';
import type { GridPoint } from '@dmse/survey/geo/projection';
import type { ControlLife } from './control-points.ts';
import { daysBefore, workingMoment } from './days.ts';
import { addressOf, type Lot } from './lots.ts';
import { personName, type Tongue } from './names.ts';
import type { Project } from './projects.ts';
import type { Random } from './random.ts';
import type { Edit } from './record-with-history.ts';
import { SITES, scatter, toGridPoint } from './sites.ts';

/** A firm that was taken over, and how it kept its files. */
export type Company = {
  name: string;
  tongue: Tongue;
  years: readonly [from: number, to: number];
  surveyor: { name: string; number: number };
  address: string;
  fileNumber: (n: number, year: number) => string;
  planNumber: (n: number, year: number) => string;
  /** The columns that say something about its files. */
  fields: readonly string[];
};

const pad = (n: number, digits: number) => String(n).padStart(digits, '0');

export const COMPANIES: readonly Company[] = [
  {
    name: 'Murray & Sons Surveys',
    tongue: 'en',
    years: [1958, 1989],
    surveyor: { name: 'Alden T. Murray', number: 9112 },
    address: '14 Salt Marsh Lane, Moncton',
    fileNumber: (n, year) => `${pad(year % 100, 2)}-${pad(n, 4)}`,
    planNumber: (n) => `M-${pad(n, 4)}`,
    fields: ['file_number', 'client_name', 'plan_number', 'surveyed_on', 'description'],
  },
  {
    name: 'Arpentage Boisjoli-Haché ltée',
    tongue: 'fr',
    years: [1971, 2004],
    surveyor: { name: 'Zoël Boisjoli', number: 9187 },
    address: '8, rue des Pêcheurs, Shediac',
    fileNumber: (n, year) => `BH${year}-${pad(n, 4)}`,
    planNumber: (n, year) => `${pad(year % 100, 2)}P${pad(n, 4)}`,
    fields: ['file_number', 'client_name', 'legal_description', 'pid', 'surveyed_on'],
  },
  {
    name: 'Fundy Slope Engineering Surveys',
    tongue: 'en',
    years: [1983, 2016],
    surveyor: { name: 'Marjorie Estabrooks', number: 9240 },
    address: '201 Old Shore Road, Saint John',
    fileNumber: (n) => `FS${pad(n, 5)}`,
    planNumber: (n, year) => `${year}-${pad(n, 4)}`,
    fields: ['file_number', 'plan_number', 'pid', 'category', 'sub_category', 'surveyed_on'],
  },
];

export type PlanKind = 'subdivision' | 'certificate' | 'sewer';

type Kind = { plan: PlanKind; category: ShotCategory; sub_category?: ShotSubCategory; words: Record<Tongue, readonly string[]> };
const KINDS: readonly Kind[] = [
  {
    plan: 'subdivision',
    category: 'Legal',
    words: {
      en: ['Plan of subdivision', 'Plan of survey of retracement', 'Tentative plan, lots and easement'],
      fr: ['Plan de lotissement', 'Plan d’arpentage', 'Plan de lotissement modifié, servitude'],
    },
  },
  {
    plan: 'certificate',
    category: 'Legal',
    words: {
      en: ['Building location certificate', 'Mortgage certificate', 'Plan showing encroachment of garage'],
      fr: ['Certificat de localisation', 'Plan montrant l’empiètement d’un garage'],
    },
  },
  {
    plan: 'sewer',
    category: 'Infrastructure',
    sub_category: 'Storm Structure',
    words: {
      en: ['Storm sewer as-built', 'Catch basins and manholes, inverts'],
      fr: ['Égout pluvial, relevé après travaux', 'Regards et puisards'],
    },
  },
  {
    plan: 'subdivision',
    category: 'Topo',
    sub_category: 'Site',
    words: { en: ['Site topography'], fr: ['Levé topographique du terrain'] },
  },
  {
    plan: 'subdivision',
    category: 'Control',
    words: { en: ['Control traverse, field notes'], fr: ['Cheminement de contrôle, carnet de notes'] },
  },
];

export type HistoricalLife = {
  id: number;
  company: Company;
  /** Of the survey, also where its day is not known. */
  year: number;
  plan: PlanKind;
  /** On whose ground, where that is known. */
  lot: Lot | null;
  place: GridPoint | null;
  address: string;
  control_points: number[];
  values: {
    company: string;
    file_number: string;
    client_name: string;
    description: string;
    legal_description: string;
    pid: string;
    plan_number: string;
    surveyed_on: string | null;
    category: ShotCategory | null;
    sub_category: ShotSubCategory | null;
    note: string;
    job: number | null;
  };
  created: { at: string; by: number };
  edits: Edit[];
};

export type HistoricalWorld = {
  now: string;
  editors: readonly number[];
  jobs: readonly Project[];
  /** With parcels. */
  lots: readonly Lot[];
  jobOf: (lot: Lot) => Project | null;
  controls: readonly ControlLife[];
};

const NOTES: Record<Tongue, readonly string[]> = {
  en: [
    'Mylar in the flat file, drawer 7.',
    'Field book 31, pages 12 to 19.',
    'Datum assumed; tied to the old church steeple.',
    'Linen original, torn at the left edge.',
  ],
  fr: ['Carnet 14, pages 3 à 9.', 'Original sur toile, tiroir 2.', 'Azimut magnétique de 1974.'],
};

function legalDescription(random: Random, tongue: Tongue, lot: Lot): string {
  const [lotNumber, block] = [random.int(1, 48), random.int(1, 9)];
  return tongue === 'fr'
    ? `Lot ${lotNumber}, lotissement ${random.pick(['Belle-Rive', 'des Érables', 'du Marais'])}, paroisse de ${lot.town}`
    : `Lot ${lotNumber}, block ${block}, ${random.pick(['Highfield', 'Marsh View', 'Orchard Hill', 'Ferry Road'])} subdivision, ${lot.town}`;
}

function dayIn(random: Random, year: number): string {
  return `${year}-${pad(random.int(4, 11), 2)}-${pad(random.int(1, 28), 2)}`;
}

const NEAR = 1500;
/** Of more files nobody has looked up which control was used. */
const WITH_CONTROLS = 500;

function nearControls(random: Random, place: GridPoint, controls: readonly ControlLife[]): number[] {
  const near = controls.filter(
    ({ values }) => Math.abs(values.easting - place.easting) < NEAR && Math.abs(values.northing - place.northing) < NEAR,
  );
  return random
    .shuffle(near)
    .slice(0, random.int(1, 3))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

/** The file with this number, drawn from a stream of its own. */
export function makeHistoricalFile(random: Random, id: number, world: HistoricalWorld): HistoricalLife {
  const own = random.fork(id);
  const company = own.pick(COMPANIES);
  const { tongue } = company;
  const kind = own.pick(KINDS);
  const year = own.int(...company.years);
  const lot = world.lots.length > 0 && own.chance(0.6) ? own.pick(world.lots) : null;
  const job = lot ? world.jobOf(lot) : own.chance(0.25) ? own.pick(world.jobs) : null;
  const site = own.pick(SITES);
  const near = job?.location ? scatter(own, toGridPoint(job.location), 250) : own.chance(0.85) ? scatter(own, site, 4000) : null;
  const place = lot ? lot.centre : near;
  const town = lot?.town ?? job?.location?.address.split(', ').at(-1) ?? site.name;
  const isSorted = own.chance(0.96);
  return {
    id,
    company,
    year,
    plan: kind.plan,
    lot,
    place,
    address: lot ? addressOf(lot) : town,
    control_points: place && id <= WITH_CONTROLS && own.chance(0.4) ? nearControls(own, place, world.controls) : [],
    values: {
      company: company.name,
      file_number: company.fileNumber(id, year),
      client_name: own.chance(0.2) ? `${tongue === 'fr' ? 'Municipalité de' : 'Town of'} ${town}` : personName(own, tongue),
      description: `${own.pick(kind.words[tongue])}, ${lot ? `${lot.street}, ` : ''}${town}`,
      legal_description: lot ? legalDescription(own, tongue, lot) : '',
      pid: lot?.pid ?? '',
      plan_number: kind.category === 'Control' ? '' : company.planNumber(id, year),
      surveyed_on: own.chance(0.94) ? dayIn(own, year) : null,
      category: isSorted ? kind.category : null,
      sub_category: isSorted ? (kind.sub_category ?? null) : null,
      note: own.chance(0.35) ? own.pick(NOTES[tongue]) : '',
      job: job?.id ?? null,
    },
    created: { at: workingMoment(own, daysBefore(world.now, 300), daysBefore(world.now, 20)), by: own.pick(world.editors) },
    edits: [],
  };
}
