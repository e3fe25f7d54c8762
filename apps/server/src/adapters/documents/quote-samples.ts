import type { QuoteDocument, QuoteTask } from './quote-document.ts';

const FRENCH =
  "Relevé topographique complet de l'emprise existante, incluant les structures d'égout pluvial et sanitaire, les bordures, les trottoirs, la végétation et les services apparents. " +
  'Les points seront rattachés au réseau de haute précision de la province et livrés dans le système de coordonnées du client, avec un contrôle indépendant sur au moins trois repères. ' +
  "L'équipe remettra un plan numérique, un nuage de points épuré et un rapport de qualité signé par l'arpenteur responsable.";

const BASE: QuoteDocument = {
  firm: {
    name: 'Tidewater Surveys & Engineering Ltd.',
    address: '88 Waterloo Street\nSaint John, NB  E2L 3P4',
    phone: '506 555-0140',
    email: 'office@tidewater.example',
    website: 'tidewater.example',
    hst_number: '12345 6789 RT0001',
    logo: null,
  },
  num: 'Q26-0142',
  revision: 1,
  desc: 'Boundary and topographic survey, 14 Wharf Lane',
  long_desc: 'The property will be redeveloped in 2027. The client needs its limits and its present condition before the design begins.',
  date: '4 March 2026',
  valid_until: '3 April 2026',
  client: { name: 'Harbour Development Corp.', attention: 'Émilie Thériault', address: '400 Main Street\nMoncton, NB  E1C 1B9' },
  site: { address: '14 Wharf Lane, Shediac, NB', legal_description: 'Lot 12-3, Plan 30481122', pid: '70123456' },
  manager: { name: 'Mona Mallet', email: 'mona@tidewater.example', phone: '506 555-0141' },
  introduction: 'Thank you for the opportunity to quote. We propose the following services.',
  terms:
    'Fees are quoted in Canadian dollars. Work outside the scope described above is charged at our hourly rates after your approval.\n\nInvoices are issued monthly and are due within 30 days.',
  acceptance: 'To accept, please sign below and return a copy, or reply to this quote by e-mail.',
  detail: 'by task',
  tasks: [],
  roles: [],
  has_rows: true,
  sums: [],
  basis: '',
  currency: 'CAD',
  show_signature: true,
  show_minutes: true,
};

/** The sums of an estimate with HST, as a New Brunswick firm prints them. */
function estimated(fees: string, tax: string, total: string): Pick<QuoteDocument, 'sums' | 'basis'> {
  return {
    sums: [
      { label: 'Estimated fees, before tax', amount: fees, is_strong: true },
      { label: 'HST 15 %', amount: tax, is_strong: false },
      { label: 'Estimated total', amount: total, is_strong: true },
    ],
    basis: 'Time is charged as worked; the amounts are an estimate.',
  };
}

const lines = [
  { label: 'Party chief', quantity: '16:00', amount: '2,000.00' },
  { label: 'Land surveyor', quantity: '8:00', amount: '1,400.00' },
  { label: 'Mileage (120 km)', quantity: '', amount: '81.60' },
];

function task(place: number): QuoteTask {
  return {
    group: `Étape ${Math.floor(place / 12) + 1}`,
    name: `Levé du secteur ${place + 1}, rue Élisée-Beauséjour et servitudes adjacentes`,
    description: FRENCH,
    hours: '24:00',
    amount: '3,481.60',
    lines,
  };
}

/** The quotes that every change to the page is looked at with: a short one, a long one in French, one with a single total, one with a fixed fee. */
export const QUOTE_SAMPLES: Record<'short' | 'long' | 'by-role' | 'fixed-fee', QuoteDocument> = {
  short: {
    ...BASE,
    tasks: [
      {
        group: 'Survey',
        name: 'Boundary survey',
        description: 'Registry research, field survey and a plan of survey ready to register.',
        hours: '37:00',
        amount: '5,412.50',
        lines,
      },
      {
        group: 'Survey',
        name: 'Topographic survey',
        description: 'Spot elevations, buildings, services and trees, delivered as a drawing.',
        hours: '28:30',
        amount: '3,380.00',
        lines,
      },
    ],
    ...estimated('8,792.50', '1,318.88', '10,111.38'),
  },
  long: {
    ...BASE,
    num: 'Q26-0150',
    revision: 3,
    long_desc: FRENCH,
    tasks: Array.from({ length: 60 }, (_, place) => task(place)),
    ...estimated('208,896.00', '31,334.40', '240,230.40'),
  },
  'by-role': {
    ...BASE,
    num: 'Q26-0151',
    detail: 'totals',
    show_minutes: false,
    tasks: [{ group: '', name: 'Monitoring', description: 'Twelve monthly visits.', hours: '', amount: '18,000.00', lines: [] }],
    ...estimated('18,000.00', '2,700.00', '20,700.00'),
  },
  'fixed-fee': {
    ...BASE,
    num: 'Q26-0152',
    show_minutes: false,
    has_rows: false,
    tasks: [{ group: '', name: 'Subdivision plan', description: 'Plan and monuments.', hours: '', amount: '1,841.25', lines: [] }],
    sums: [
      { label: 'Fixed fee, before tax', amount: '29,900.00', is_strong: true },
      { label: 'GST 5 %', amount: '1,495.00', is_strong: false },
      { label: 'QST 9.975 %', amount: '2,982.53', is_strong: false },
      { label: 'Total', amount: '34,377.53', is_strong: true },
    ],
  },
};
