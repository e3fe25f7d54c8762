import type { Grade } from '@dmse/domain/clients/party';
import type { Writable } from '../../records/record.ts';
import { companyName, isCharity, isPublicBody } from './companies.ts';
import { daysBefore, workingMoment, workingMoments } from './days.ts';
import { mailName, personName, type Tongue, tongueOf } from './names.ts';
import type { PhoneBook } from './phones.ts';
import { addressFor } from './places.ts';
import type { Random } from './random.ts';
import type { Edit, Life, Values } from './record-with-history.ts';
import { SPECIAL_CLIENTS, type SpecialClient } from './special-clients.ts';

/** What a noun's generator is told about the firm it is working for. */
export type World = { now: string; editors: readonly number[]; phone: PhoneBook };

type ClientValues = Writable<'client'> & { name: string };
type ClientLife = Omit<Life, 'values'> & { values: ClientValues; tongue: Tongue };

const NOTES: Record<Tongue, readonly string[]> = {
  en: [
    'Prefers e-mail. Call before going to site; the dog is friendly, the goat is not.',
    'Send two sealed copies of every plan.',
    'Gate code with the site superintendent.',
    'Invoices go to the head office, plans to the site.',
    'Knew the old owner of the adjoining lot; ask for his field notes.',
    'Wants a fixed price before any field work.',
  ],
  fr: [
    'Préfère le français. Rappeler après 16 h.',
    'Envoyer deux copies scellées de chaque plan.',
    'Le chemin d’accès est fermé au dégel.',
    'Facturer par étape; dossier suivi par la comptabilité.',
    'A gardé les bornes de l’arpentage de 1974, photos au dossier.',
  ],
};

const GRADES: readonly (Grade | null)[] = ['A', 'A', 'A', 'B', 'B', 'C', null];

function mailOf(random: Random, name: string, tongue: Tongue, isPerson: boolean): Writable<'client'> {
  const domain = `${mailName(name).replaceAll('.', '').slice(0, 24)}.example.${random.chance(0.6) ? 'ca' : 'com'}`;
  const email = isPerson ? `${mailName(name)}${random.int(10, 99)}@example.com` : `${tongue === 'fr' ? 'bureau' : 'office'}@${domain}`;
  return {
    email: random.chance(0.7) ? email : '',
    website: !isPerson && random.chance(0.45) ? `https://www.${domain}` : '',
  };
}

function taxOf(random: Random, name: string): Writable<'client'> {
  if (isPublicBody(name)) return { is_tax_exempt: true, tax_exempt_reason: 'Municipality; rebate claimed by the client' };
  if (isCharity(name) && random.chance(0.5)) return { is_tax_exempt: true, tax_exempt_reason: 'Registered charity, certificate on file' };
  return {};
}

/** A client as it stands today. */
function makeValues(random: Random, id: number, world: World): { values: ClientValues; tongue: Tongue } {
  const tongue = tongueOf(random);
  const isPerson = random.chance(0.38);
  const name = isPerson ? personName(random, tongue) : companyName(random, tongue);
  const values: ClientValues = {
    name,
    party_type: isPerson ? 'Individual' : 'Organization',
    classification: random.pick(GRADES),
    risk_level: random.pick(GRADES),
    phone: random.chance(0.85) ? world.phone(id, random) : '',
    ...mailOf(random, name, tongue, isPerson),
    ...(random.chance(0.92) ? addressFor(random, tongue) : {}),
    payment_terms_days: random.pick([30, 30, 30, 30, 15, 45, 60]),
    tax_province: random.chance(0.8) ? 'NB' : null,
    ...taxOf(random, name),
    note: random.chance(0.25) ? random.pick(NOTES[tongue]) : '',
  };
  return { values, tongue };
}

function makeSpecial(random: Random, special: SpecialClient): { values: ClientValues; tongue: Tongue } {
  const { city, contacts: _, is_bare, merged: __, ...given } = special;
  const tongue: Tongue = /[àâéèêîôûç]/i.test(given.name) ? 'fr' : 'en';
  if (is_bare) return { values: { ...given }, tongue };
  const address = addressFor(random, tongue, city);
  const usual: Writable<'client'> = { party_type: 'Organization', classification: 'B', risk_level: 'A', tax_province: 'NB' };
  return { values: { ...usual, ...address, ...taxOf(random, given.name), ...given }, tongue };
}

/** What could have stood in a field before somebody corrected it. */
const EARLIER: Record<string, (random: Random, now: Values, tongue: Tongue) => unknown> = {
  phone: (random, now) => (now.phone ? `506-555-01${random.int(10, 99)}` : ''),
  classification: (random, now) => random.pick(['A', 'B', 'C', null].filter((grade) => grade !== now.classification)),
  risk_level: (random, now) => random.pick(['A', 'B', 'C', null].filter((grade) => grade !== now.risk_level)),
  payment_terms_days: (_, now) => (now.payment_terms_days === 30 ? 60 : 30),
  note: () => '',
  email: () => '',
  website: () => '',
  billing_street: (random, _, tongue) => addressFor(random, tongue).billing_street,
};

/** Saves on the way to today, each changing one or two fields; invented from the last to the first. */
function makeEdits(random: Random, values: Values, tongue: Tongue, created: string, world: World): Edit[] {
  const moments = workingMoments(random, random.pick([0, 0, 0, 1, 1, 2, 3, 5]), created, world.now);
  const edits: Edit[] = [];
  let now = values;
  for (const at of moments.reverse()) {
    const before: Values = {};
    for (const field of random.shuffle(Object.keys(EARLIER)).slice(0, random.chance(0.3) ? 2 : 1)) {
      const earlier = EARLIER[field]!(random, now, tongue);
      if (field in now && earlier !== now[field]) before[field] = earlier;
    }
    if (Object.keys(before).length === 0) continue;
    edits.unshift({ at, by: random.pick(world.editors), before });
    now = { ...now, ...before };
  }
  return edits;
}

/** The one merge there has been, as both sides tell it. */
function mergeEdit(random: Random, { merged, merged_into }: SpecialClient, world: World): Edit[] {
  if (!merged && !merged_into) return [];
  const then = random.fork('merge');
  const [at, by] = [workingMoment(then, daysBefore(world.now, 60), daysBefore(world.now, 30)), then.pick(world.editors)];
  const change = merged
    ? { field: 'merged', label: 'Merged', from: null, to: merged }
    : { field: 'merged_into', label: 'Merged into', from: null, to: SPECIAL_CLIENTS[merged_into! - 1]!.name };
  return [{ at, by, before: {}, extra: [change] }];
}

/** The client with this number. Each is drawn from a stream of its own: one can be made without those before it. */
export function makeClient(random: Random, id: number, world: World): ClientLife {
  const own = random.fork(id);
  const special = SPECIAL_CLIENTS[id - 1];
  const { values, tongue } = special ? makeSpecial(own, special) : makeValues(own, id, world);
  const at = workingMoment(own, daysBefore(world.now, 3 * 365), daysBefore(world.now, special ? 400 : 2));
  const life = { id, values, tongue, created: { at, by: own.pick(world.editors) } };
  if (special?.is_bare) return { ...life, edits: [] };
  const merges = special ? mergeEdit(random, special, world) : [];
  // After a merge nobody has touched either of the two: the survivor's other edits lie before it.
  const edits = makeEdits(own, values, tongue, at, { ...world, now: merges[0]?.at ?? world.now });
  return { ...life, edits: special?.merged_into ? merges : [...edits, ...merges] };
}
