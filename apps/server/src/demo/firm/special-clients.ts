/** Clients that every demo has, because somebody will look for just such a one. */
export type SpecialClient = {
  name: string;
  party_type?: 'Individual' | 'Organization';
  phone?: string;
  email?: string;
  note?: string;
  risk_level?: 'A' | 'B' | 'C';
  city?: string;
  /** How many contacts it has, where that is the point. */
  contacts?: number;
  /** Nothing is known but the name. */
  is_bare?: true;
  /** The number of the client it was merged into: an old link to it leads there. */
  merged_into?: number;
  /** The names that were merged into it. */
  merged?: string;
};

const NAMES = { long: 'Coopérative d’aménagement forestier et de cartographie du Sud-Est ltée', survivor: 'Tidewinder Paving Ltd.' };

/** Their numbers are their places in the list, from 1. */
export const SPECIAL_CLIENTS: readonly SpecialClient[] = [
  { name: NAMES.long, city: 'Tracadie', phone: '428-555-0128' },
  {
    name: 'Ville de Baie-des-Hérons',
    city: 'Caraquet',
    phone: '428 555-0129',
    contacts: 40,
    note: 'Bon de commande exigé pour chaque mandat.',
  },
  { name: 'Oldstead Estate', is_bare: true },
  // Each pair is one client entered twice, for somebody to merge.
  { name: NAMES.survivor, city: 'Moncton', phone: '506-555-0128', email: 'office@tidewinder.example.com', merged: 'Tidewinder Pavng' },
  { name: 'Tidewinder Paving Inc', city: 'Moncton', phone: '(506) 555-0128' },
  { name: 'Pêcheries Cap-Brumeux Ltée', city: 'Shippagan', phone: '506.555.0129', email: 'quai@capbrumeux.example.ca' },
  { name: 'Pecheries Cap Brumeux', city: 'Shippagan', email: 'quai@capbrumeux.example.ca' },
  { name: 'Marguerite Ouellette', party_type: 'Individual', city: 'Edmundston', phone: '506-555-0130' },
  { name: 'Margueritte Ouellette', party_type: 'Individual', city: 'Edmundston' },
  {
    name: 'Kelpline Developments Limited',
    city: 'Saint John',
    phone: '+1 506 555 0131',
    risk_level: 'C',
    note: 'Paid 90 days late in two of the last four invoices. Ask for a retainer.',
  },
  { name: 'Kelpline Development', city: 'Saint John', phone: '5065550131' },
  // What a spreadsheet, a search box and a name badge stumble over.
  { name: '=SUM Holdings Ltd.', city: 'Sussex' },
  { name: 'O’Brien & Sons “Quality” Septic', city: 'Hampton', phone: '506-555-0132 ext. 3' },
  { name: 'Tidewinder Pavng', city: 'Moncton', merged_into: 4 },
];

export const CROWDED_CLIENT = SPECIAL_CLIENTS.findIndex((client) => client.contacts) + 1;

/** Nobody speaks for a name without an address, nor for a client that is no more. */
export function takesContacts(id: number): boolean {
  const special = SPECIAL_CLIENTS[id - 1];
  return !special?.is_bare && !special?.merged_into && !special?.contacts;
}
