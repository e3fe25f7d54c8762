import { amountOf, sumCents } from '@dmse/domain/money/cents';
import { taxOnLines } from '@dmse/domain/money/tax';
import type { InvoiceDocument } from '../invoice/invoice-document.ts';
import type { InvoiceMark } from './print-invoice.ts';

type Line = InvoiceDocument['lines'][number];
type Entry = Line['entries'][number];

const PEOPLE = ['Mona Mallet', 'Joe Arsenault', 'Émilie Thériault', 'Łukasz Dvořák'];
const ROLES = ['Land surveyor', 'Party chief', 'Draftsperson'];
const NOTES = [
  'Control traverse along Main Street',
  'Levé des servitudes et calculs de fermeture',
  'Plan revisions after the client’s review',
];

function entry(at: number): Entry {
  const minutes = 30 * ((at % 9) + 1);
  const rate = [125_00, 98_50, 175_00][at % 3]!;
  return {
    item: `time/${at + 1}`,
    date: `2026-0${1 + (Math.floor(at / 20) % 3)}-${String((at % 20) + 1).padStart(2, '0')}`,
    who: PEOPLE[at % 4]!,
    what: NOTES[at % 3]!,
    task: 'Topographic survey',
    role: ROLES[at % 3]!,
    minutes,
    rate,
    amount: amountOf(minutes, rate),
    rest: null,
  };
}

export function entriesOf(count: number): Entry[] {
  return Array.from({ length: count }, (_, at) => entry(at));
}

export function lineOf(description: string, amount: number, more: Partial<Line> = {}): Line {
  return {
    ...{ id: 1, kind: 'fixed fee', job: 1, task: null, description, quantity: 1, unit: '', unit_price: null, amount, tax: 0 },
    ...{ account_code: '4000', tax_type: 'HST', division: '', activity: '', percent: null, fee: null, entries: [] },
    ...more,
  };
}

export function timeLine(description: string, entries: Entry[], more: Partial<Line> = {}): Line {
  return lineOf(description, sumCents(entries.map(({ amount }) => amount)), { kind: 'time', entries, ...more });
}

const HST = { code: 'HST', name: 'HST', rate: 15, base_fraction: 1 };
const QUEBEC = [
  { code: 'GST', name: 'GST', rate: 5, base_fraction: 1 },
  { code: 'QST', name: 'QST', rate: 9.975, base_fraction: 1 },
];

export function invoiceOf(lines: Line[], more: Partial<InvoiceDocument> = {}, rules = [HST]): InvoiceDocument {
  const subtotal = sumCents(lines.map(({ amount }) => amount));
  const taxes = taxOnLines(
    lines.map(({ amount }) => amount),
    rules,
  );
  const tax = sumCents(taxes.map(({ amount }) => amount));
  return {
    ...{ num: '26-0041', revision: 1, date: '2026-03-31', due_date: '2026-04-30', terms_days: 30, language: 'en', reference: 'PO 4471' },
    client: { id: 1, name: 'Harbour Development Corp.' },
    jobs: [{ id: 1, num: '26-0058', desc: 'Boundary and topographic survey, 14 Wharf Lane' }],
    firm: {
      ...{ firm_name: 'Tidewater Surveys', legal_name: 'Tidewater Surveys & Engineering Ltd.', phone: '506 555-0140' },
      ...{ address: '88 Waterloo Street\nSaint John, NB  E2L 3P4', email: 'office@tidewater.example' },
      ...{ website: 'tidewater.example', logo_horizontal: null },
    },
    ...{ billing_name: 'Harbour Development Corp.', billing_address: 'Attention: Accounts payable\n400 Main Street\nMoncton NB E1C 1B9' },
    ...{ note: '', is_tax_exempt: false, tax_exempt_reason: '', roll_up: 'role', has_annex: false, currency: 'CAD' },
    registration_numbers: { HST: '12345 6789 RT0001', GST: '12345 6789 RT0001', QST: '1012345678 TQ0001' },
    payment_text: 'Please pay by cheque or e-transfer, and give the number of the invoice.',
    interest_text: 'Interest of 1.5 % per month (19.56 % per year) is charged on overdue accounts.',
    ...{ lines, taxes, subtotal, tax, total: subtotal + tax },
    ...more,
  };
}

const mileage = { kind: 'disbursement', quantity: 240, unit: 'km', unit_price: 68 } as const;
const twoJobs = [
  { id: 1, num: '26-0058', desc: 'Boundary and topographic survey, 14 Wharf Lane' },
  { id: 2, num: '26-0061', desc: 'Construction layout, Elm Street extension' },
];
const long = [
  'Registry research',
  'Control survey',
  'Topographic survey',
  'Calculations and plan',
  'Setting of monuments',
  'Construction layout',
];

/** The invoices that every change to the page is looked at with. */
export const INVOICE_SAMPLES: Record<string, { document: InvoiceDocument; mark?: InvoiceMark }> = {
  'one-line': { document: invoiceOf([lineOf('Boundary survey, plan ready to register', 2_400_00)]) },
  'five-pages': {
    document: invoiceOf(
      long.map((name, at) => timeLine(name, entriesOf(30 + at), { job: at < 4 ? 1 : 2 })),
      { jobs: twoJobs, roll_up: 'date', note: 'Thank you for your business.' },
    ),
  },
  french: {
    document: invoiceOf(
      [
        timeLine('Levé topographique de l’emprise, secteur du Vieux-Port', entriesOf(9)),
        lineOf('Kilométrage', 163_20, mileage),
        lineOf('Les plans seront remis à la municipalité après réception du paiement.', 0, { kind: 'text' }),
      ],
      {
        ...{ language: 'fr', num: '26-0042', roll_up: 'person', billing_name: 'Ville de Caraquet, Service de l’ingénierie' },
        ...{
          billing_address: 'À l’attention de Mme Hélène Œuvrard\n10, rue du Colisée\nCaraquet NB E1W 1A5',
          note: 'Merci de votre confiance.',
        },
        payment_text: 'Veuillez payer par chèque ou par virement Interac, en indiquant le numéro de la facture.',
        interest_text: 'Des intérêts de 1,5 % par mois (19,56 % par année) sont exigés sur tout compte en souffrance.',
      },
      QUEBEC,
    ),
  },
  credit: {
    document: invoiceOf([
      timeLine('Topographic survey', entriesOf(6)),
      lineOf('Hours entered twice in February, taken back', -375_00, { kind: 'time' }),
      lineOf('Discount agreed with Mr. Roy', -150_00, { kind: 'discount' }),
      lineOf('Retainer applied', -500_00, { kind: 'retainer' }),
      lineOf('Mileage', 163_20, mileage),
    ]),
  },
  revised: { document: invoiceOf([timeLine('Control survey', entriesOf(5))], { revision: 2, roll_up: 'person', has_annex: true }) },
  progress: {
    document: invoiceOf([
      lineOf('Subdivision plan, phase 1', 3_500_00, { kind: 'progress', fee: 12_000_00, percent: 62.5 }),
      lineOf('Setting of monuments', 1_200_00, { kind: 'progress', fee: 4_800_00, percent: 25 }),
    ]),
  },
  draft: { document: invoiceOf([timeLine('Control survey', entriesOf(5))], { num: '' }), mark: 'draft' },
  void: { document: invoiceOf([timeLine('Levé de contrôle', entriesOf(5))], { language: 'fr', roll_up: 'task' }), mark: 'void' },
};
