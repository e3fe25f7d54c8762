import { phoneKey } from './phone.ts';

export const IMPORT_NOUNS = ['clients', 'contacts'] as const;
export type ImportNoun = (typeof IMPORT_NOUNS)[number];

/** A field that a column of a CSV file can fill. */
export type ImportField = {
  field: string;
  label: string;
  required: boolean;
  /** Several columns may fill it: as entries of a list, or as lines of a text. */
  several?: 'list' | 'lines';
  /** How such a column is headed, in English and in French; compared without case, accents and punctuation. */
  titles: readonly string[];
  /** What its cells look like, where that alone tells. */
  looks?: (cell: string) => boolean;
};

const PHONE_TITLES = [
  ...['phone', 'phones', 'phone number', 'telephone', 'telephones', 'telephone number', 'tel', 'numero de telephone', 'no de telephone'],
  ...['mobile', 'mobile phone', 'cell', 'cell phone', 'cellular', 'cellulaire', 'portable', 'home phone', 'telephone a domicile'],
];
const EMAIL_TITLES = [
  ...['e mail', 'e mails', 'email', 'emails', 'mail', 'e mail address', 'email address'],
  ...['courriel', 'courriels', 'adresse courriel', 'adresse electronique', 'adresse de courriel'],
];
const NOTE_TITLES = ['note', 'notes', 'comment', 'comments', 'remarks', 'memo', 'commentaire', 'commentaires', 'remarque', 'remarques'];
const COMPANY_TITLES = [
  ...['client', 'clients', 'client name', 'customer', 'customer name', 'company', 'company name', 'organization', 'organisation'],
  ...['business name', 'employer', 'nom du client', 'entreprise', 'compagnie', 'societe', 'nom de l entreprise', 'raison sociale'],
];
const NAME_TITLES = ['name', 'full name', 'display name', 'nom', 'nom complet'];

function looksLikeEmail(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim());
}

function looksLikePhone(cell: string): boolean {
  return /^[\d\s().+\-/x]+$/i.test(cell) && phoneKey(cell)?.length === 10;
}

const CLIENT_FIELDS = [
  { field: 'name', label: 'Name', required: true, titles: [...NAME_TITLES, ...COMPANY_TITLES] },
  { field: 'party_type', label: 'Party type', required: false, titles: ['party type', 'type', 'client type', 'type de client'] },
  { field: 'classification', label: 'Classification', required: false, titles: ['classification', 'class', 'grade', 'classe', 'cote'] },
  { field: 'risk_level', label: 'Risk level', required: false, titles: ['risk level', 'risk', 'risque', 'niveau de risque'] },
  { field: 'phone', label: 'Phone', required: false, titles: PHONE_TITLES, looks: looksLikePhone },
  { field: 'email', label: 'E-mail', required: false, titles: EMAIL_TITLES, looks: looksLikeEmail },
  {
    field: 'website',
    label: 'Website',
    required: false,
    titles: ['website', 'web site', 'web', 'web page', 'url', 'site web', 'site internet'],
    looks: (cell) => /^(https?:\/\/|www\.)\S+$/i.test(cell.trim()),
  },
  {
    field: 'billing_street',
    label: 'Billing street',
    required: false,
    several: 'lines',
    titles: [
      ...['billing street', 'street', 'street address', 'address', 'billing address', 'mailing address', 'address line'],
      ...['rue', 'adresse', 'adresse municipale', 'adresse postale', 'adresse de facturation'],
    ],
  },
  {
    field: 'billing_city',
    label: 'Billing city',
    required: false,
    titles: ['billing city', 'city', 'town', 'municipality', 'ville', 'municipalite', 'localite'],
  },
  {
    field: 'billing_province',
    label: 'Billing province',
    required: false,
    titles: ['billing province', 'province', 'prov', 'state', 'province state', 'state province'],
  },
  {
    field: 'billing_postal_code',
    label: 'Billing postal code',
    required: false,
    titles: ['billing postal code', 'postal code', 'postcode', 'zip', 'zip code', 'zip postal code', 'code postal', 'cp'],
    looks: (cell) => /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i.test(cell.trim()),
  },
  { field: 'billing_country', label: 'Billing country', required: false, titles: ['billing country', 'country', 'country region', 'pays'] },
  {
    field: 'payment_terms_days',
    label: 'Payment terms',
    required: false,
    titles: ['payment terms', 'payment terms days', 'terms', 'conditions de paiement', 'modalites de paiement', 'delai de paiement'],
  },
  { field: 'tax_province', label: 'Tax province', required: false, titles: ['tax province', 'province de taxe', 'province fiscale'] },
  {
    field: 'is_tax_exempt',
    label: 'Tax exempt',
    required: false,
    titles: ['tax exempt', 'exempt', 'exempte', 'exonere', 'exempte de taxe', 'exonere de taxe'],
  },
  {
    field: 'tax_exempt_reason',
    label: 'Tax exemption reason',
    required: false,
    titles: ['tax exemption reason', 'exemption reason', 'raison de l exemption', 'motif d exemption'],
  },
  { field: 'note', label: 'Note', required: false, several: 'lines', titles: NOTE_TITLES },
] as const satisfies readonly ImportField[];

const CONTACT_FIELDS = [
  { field: 'name', label: 'Name', required: true, titles: [...NAME_TITLES, 'contact', 'contact name', 'nom du contact', 'person'] },
  { field: 'first_name', label: 'First name', required: false, titles: ['first name', 'firstname', 'given name', 'prenom'] },
  {
    field: 'last_name',
    label: 'Last name',
    required: false,
    titles: ['last name', 'lastname', 'surname', 'family name', 'nom de famille'],
  },
  {
    field: 'position',
    label: 'Position',
    required: false,
    titles: ['position', 'title', 'job title', 'role', 'titre', 'poste', 'fonction'],
  },
  { field: 'phones', label: 'Phones', required: false, several: 'list', titles: PHONE_TITLES, looks: looksLikePhone },
  { field: 'emails', label: 'E-mails', required: false, several: 'list', titles: EMAIL_TITLES, looks: looksLikeEmail },
  { field: 'client', label: 'Client', required: false, titles: COMPANY_TITLES },
  { field: 'note', label: 'Note', required: false, several: 'lines', titles: NOTE_TITLES },
] as const satisfies readonly ImportField[];

/** The fields that an import fills, by noun; the contract says that it has them. */
export type ImportedField = { clients: (typeof CLIENT_FIELDS)[number]['field']; contacts: (typeof CONTACT_FIELDS)[number]['field'] };

export const IMPORT_FIELDS: Record<ImportNoun, readonly ImportField[]> = { clients: CLIENT_FIELDS, contacts: CONTACT_FIELDS };

export function importField(noun: ImportNoun, field: string): ImportField | null {
  return IMPORT_FIELDS[noun].find((one) => one.field === field) ?? null;
}

/** The first line must say what the columns are; one that holds an address or a number of a person says who somebody is. */
export function whyNotHeader(titles: readonly string[]): string | null {
  const data = titles.find((title) => looksLikeEmail(title) || looksLikePhone(title));
  return data ? `The first line must hold the titles of the columns, but it holds “${data}”. Add a line with titles above it.` : null;
}
