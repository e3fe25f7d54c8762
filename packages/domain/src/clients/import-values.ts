import { norm } from '../text/norm.ts';
import { GRADES, type Grade, type PartyType, type Province } from './party.ts';

/** What a cell says, or why it says nothing we know. */
export type Reading = { value: unknown } | { problem: string };

const GRADE_WORDS: Record<string, Grade> = {
  ...{ low: 'A', medium: 'B', high: 'C', bas: 'A', faible: 'A', moyen: 'B', eleve: 'C' },
};
const PARTY_WORDS: Record<string, PartyType> = {
  ...{ individual: 'Individual', person: 'Individual', individu: 'Individual', particulier: 'Individual', personne: 'Individual' },
  ...{ organization: 'Organization', organisation: 'Organization', company: 'Organization', business: 'Organization' },
  ...{ corporation: 'Organization', entreprise: 'Organization', compagnie: 'Organization', societe: 'Organization' },
};
const FLAG_WORDS: Record<string, boolean> = {
  ...{ yes: true, y: true, true: true, x: true, '1': true, oui: true, o: true, vrai: true },
  ...{ no: false, n: false, false: false, '0': false, non: false, faux: false },
};
const PROVINCE_WORDS: Record<string, Province> = {
  ...{ ab: 'AB', alberta: 'AB', bc: 'BC', cb: 'BC', 'british columbia': 'BC', 'colombie britannique': 'BC', mb: 'MB', manitoba: 'MB' },
  ...{ nb: 'NB', 'new brunswick': 'NB', 'nouveau brunswick': 'NB', nl: 'NL', tnl: 'NL', 'newfoundland and labrador': 'NL' },
  ...{ newfoundland: 'NL', 'terre neuve et labrador': 'NL', ns: 'NS', ne: 'NS', 'nova scotia': 'NS', 'nouvelle ecosse': 'NS' },
  ...{ nt: 'NT', tno: 'NT', 'northwest territories': 'NT', 'territoires du nord ouest': 'NT', nu: 'NU', nunavut: 'NU' },
  ...{ on: 'ON', ontario: 'ON', pe: 'PE', pei: 'PE', ipe: 'PE', 'prince edward island': 'PE', 'ile du prince edouard': 'PE' },
  ...{ qc: 'QC', quebec: 'QC', sk: 'SK', saskatchewan: 'SK', yt: 'YT', yukon: 'YT' },
};

function plain(cell: string): string {
  return norm(cell)
    .replace(/\./g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function lookUp<T>(words: Record<string, T>, cell: string, problem: string): Reading {
  const key = plain(cell);
  // "N.-B." is the French way to write NB.
  const found = [key, key.replaceAll(' ', '')].find((one) => Object.hasOwn(words, one));
  return found === undefined ? { problem } : { value: words[found] };
}

function readGrade(cell: string): Reading {
  const letter = /^([abc])(\s*\(.*\))?$/i.exec(cell.trim())?.[1]?.toUpperCase();
  if (letter) return { value: letter };
  return lookUp(GRADE_WORDS, cell, `“${cell.trim()}” is not one of ${GRADES.join(', ')}.`);
}

function readDays(cell: string): Reading {
  const days = /^(?:net\s*)?(\d{1,4})(?:\s*(?:days?|jours?|d|j)\.?)?$/i.exec(cell.trim())?.[1];
  return days ? { value: Number(days) } : { problem: `“${cell.trim()}” is not a number of days.` };
}

/** Entries of a list: one per line, or parted by semicolons, as our own export writes them. */
export function splitList(cell: string): string[] {
  return cell
    .split(/[;\r\n]+/)
    .map((one) => one.trim())
    .filter(Boolean);
}

const READERS: Record<string, (cell: string) => Reading> = {
  party_type: (cell) => lookUp(PARTY_WORDS, cell, `“${cell.trim()}” is neither Individual nor Organization.`),
  classification: readGrade,
  risk_level: readGrade,
  payment_terms_days: readDays,
  tax_province: (cell) => lookUp(PROVINCE_WORDS, cell, `“${cell.trim()}” is not a province.`),
  is_tax_exempt: (cell) => lookUp(FLAG_WORDS, cell, `“${cell.trim()}” is neither yes nor no.`),
};

/** The value of a field that one cell fills. The cell is not empty. */
export function readValue(field: string, cell: string): Reading {
  return READERS[field]?.(cell) ?? { value: cell.trim() };
}
