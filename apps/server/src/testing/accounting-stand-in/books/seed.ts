/** The organisation as it is before anybody has done anything: the chart, taxes and tracking of the demo firm. */
export const ORGANISATION = { name: 'Demo Surveys (Test)', tenant: '7d1c2f2e-4c1b-4c0a-9a57-0f6c6c2f1a01' };

export type Account = {
  AccountID: string;
  Code: string;
  Name: string;
  Type: 'BANK' | 'CURRENT' | 'CURRLIAB' | 'SALES' | 'REVENUE' | 'DIRECTCOSTS' | 'EXPENSE';
  Class: 'ASSET' | 'LIABILITY' | 'REVENUE' | 'EXPENSE';
  Status: 'ACTIVE' | 'ARCHIVED';
  TaxType: string;
  EnablePaymentsToAccount: boolean;
  ShowInExpenseClaims: boolean;
  SystemAccount?: string;
  BankAccountType?: 'BANK' | 'CREDITCARD';
};

const CLASS_OF: Record<Account['Type'], Account['Class']> = {
  BANK: 'ASSET',
  CURRENT: 'ASSET',
  CURRLIAB: 'LIABILITY',
  SALES: 'REVENUE',
  REVENUE: 'REVENUE',
  DIRECTCOSTS: 'EXPENSE',
  EXPENSE: 'EXPENSE',
};

/** Ids are the same at every start, so that what was noted down stays true. */
const fixedId = (group: string, place: number) => `${group}-0000-4000-8000-${String(place).padStart(12, '0')}`;

const CHART: [code: string, name: string, type: Account['Type'], more?: Partial<Account>][] = [
  ['1000', 'Chequing account', 'BANK', { BankAccountType: 'BANK' }],
  ['1050', 'Petty cash', 'BANK', { BankAccountType: 'BANK' }],
  ['1100', 'Accounts Receivable', 'CURRENT', { SystemAccount: 'DEBTORS' }],
  ['1190', 'Undeposited funds', 'CURRENT', { EnablePaymentsToAccount: true }],
  ['2100', 'Company credit card', 'BANK', { BankAccountType: 'CREDITCARD' }],
  ['2200', 'Client retainers', 'CURRLIAB'],
  ['4000', 'Survey fees', 'SALES'],
  ['4010', 'Engineering fees', 'SALES'],
  ['4020', 'Planning fees', 'SALES'],
  ['4030', 'Environmental fees', 'SALES'],
  ['4100', 'Disbursements recovered', 'REVENUE'],
  ['5100', 'Subcontractors', 'DIRECTCOSTS'],
  ['5200', 'Survey supplies', 'DIRECTCOSTS'],
  ['5300', 'Registry and permit fees', 'DIRECTCOSTS'],
  ['6100', 'Travel and accommodation', 'EXPENSE'],
  ['6110', 'Meals', 'EXPENSE'],
  ['6200', 'Vehicles and fuel', 'EXPENSE'],
  ['6300', 'Office and printing', 'EXPENSE'],
  ['6900', 'Bad debts', 'EXPENSE'],
];

export const SEED_ACCOUNTS: Account[] = CHART.map(([Code, Name, Type, more], place) => ({
  AccountID: fixedId('a0000000', place + 1),
  Code,
  Name,
  Type,
  Class: CLASS_OF[Type],
  Status: 'ACTIVE',
  TaxType: CLASS_OF[Type] === 'REVENUE' || CLASS_OF[Type] === 'EXPENSE' ? 'TAX001' : 'TAX002',
  EnablePaymentsToAccount: false,
  ShowInExpenseClaims: CLASS_OF[Type] === 'EXPENSE',
  ...more,
}));

type TaxComponent = { Name: string; Rate: number; IsCompound: boolean; IsNonRecoverable: boolean };
export type TaxRate = {
  Name: string;
  TaxType: string;
  ReportTaxType: string;
  CanApplyToAssets: boolean;
  CanApplyToEquity: boolean;
  CanApplyToExpenses: boolean;
  CanApplyToLiabilities: boolean;
  CanApplyToRevenue: boolean;
  DisplayTaxRate: number;
  EffectiveRate: number;
  Status: 'ACTIVE' | 'DELETED' | 'ARCHIVED';
  TaxComponents: TaxComponent[];
};

const RATES: [name: string, parts: [name: string, rate: number][], forRevenue?: boolean][] = [
  ['HST 15%', [['HST', 15]]],
  ['Exempt', [['Exempt', 0]]],
  ['GST 5%', [['GST', 5]]],
  [
    'GST and QST 14.975%',
    [
      ['GST', 5],
      ['QST', 9.975],
    ],
  ],
  ['HST 14%', [['HST', 14]]],
  ['HST 13%', [['HST', 13]]],
  [
    'GST and PST 12%',
    [
      ['GST', 5],
      ['PST', 7],
    ],
  ],
  ['GST on imports', [['GST', 5]], false],
];

export const SEED_TAX_RATES: TaxRate[] = RATES.map(([Name, parts, forRevenue = true], place) => {
  const rate = Math.round(parts.reduce((total, [, part]) => total + part, 0) * 10_000) / 10_000;
  return {
    Name,
    TaxType: `TAX${String(place + 1).padStart(3, '0')}`,
    ReportTaxType: 'USERDEFINED',
    CanApplyToAssets: true,
    CanApplyToEquity: true,
    CanApplyToExpenses: true,
    CanApplyToLiabilities: true,
    CanApplyToRevenue: forRevenue,
    DisplayTaxRate: rate,
    EffectiveRate: rate,
    Status: 'ACTIVE',
    TaxComponents: parts.map(([name, part]) => ({ Name: name, Rate: part, IsCompound: false, IsNonRecoverable: false })),
  };
});

export type TrackingCategory = {
  TrackingCategoryID: string;
  Name: string;
  Status: 'ACTIVE' | 'ARCHIVED';
  Options: { TrackingOptionID: string; Name: string; Status: 'ACTIVE' | 'ARCHIVED' }[];
};

const trackingOf = (Name: string, group: number, names: string[]): TrackingCategory => ({
  TrackingCategoryID: fixedId('b0000000', group),
  Name,
  Status: 'ACTIVE',
  Options: names.map((name, place) => ({ TrackingOptionID: fixedId('c0000000', group * 100 + place), Name: name, Status: 'ACTIVE' })),
});

export const SEED_TRACKING: TrackingCategory[] = [
  trackingOf('Division', 1, ['Surveying', 'Engineering', 'Planning', 'Environmental']),
  trackingOf('Activity', 2, ['Field', 'Office']),
];
