/** What people of the firm spend money on: how often out of a hundred times on a job and otherwise, where, how much, and who pays. */
export type Spending = {
  category: string;
  on_job: number;
  otherwise: number;
  vendors: readonly string[];
  /** In cents, tax included. */
  from: number;
  to: number;
  /** How often of a hundred times the client is charged for it, and how often it was paid as the client's agent. */
  billable: number;
  as_agent: number;
};

/** None of these is anybody's business. */
export const SPENDING: readonly Spending[] = [
  {
    category: 'Fuel',
    on_job: 30,
    otherwise: 25,
    vendors: ['Coastline Gas Bar, Shediac', 'Fundy Fuels, Sussex', 'Dépanneur du Quai, Cap-Pelé', 'Trans-Canada Big Stop 9, Salisbury'],
    from: 2500,
    to: 14_000,
    billable: 8,
    as_agent: 0,
  },
  {
    category: 'Meals',
    on_job: 24,
    otherwise: 30,
    vendors: [
      'Chez Rosaline, Bouctouche',
      'The Pewter Spoon, Sackville',
      'Cantine Chez Ti-Mé',
      'Riverbend Diner, Petitcodiac',
      'Le Petit Homard',
    ],
    from: 900,
    to: 6500,
    billable: 12,
    as_agent: 0,
  },
  {
    category: 'Accommodation',
    on_job: 6,
    otherwise: 3,
    vendors: ['Auberge de la Baie, Caraquet', 'Miramichi Riverside Inn', 'Motel Belle Vue, Edmundston'],
    from: 11_000,
    to: 42_000,
    billable: 85,
    as_agent: 0,
  },
  {
    category: 'Parking and tolls',
    on_job: 8,
    otherwise: 12,
    vendors: ['Moncton Downtown Parking', 'Harbour Passage Toll', 'Fredericton Parkade'],
    from: 200,
    to: 2400,
    billable: 25,
    as_agent: 0,
  },
  {
    category: 'Survey supplies',
    on_job: 12,
    otherwise: 12,
    vendors: ['Maritime Survey Supply', 'Kestrel Hardware, Dieppe', 'Quincaillerie Beauséjour', 'Stake & Lath Co., Riverview'],
    from: 1200,
    to: 38_000,
    billable: 40,
    as_agent: 0,
  },
  {
    category: 'Registry and permit fees',
    on_job: 12,
    otherwise: 0,
    vendors: ['Land registry, New Brunswick', 'Registre foncier', 'Municipal permit office, Moncton'],
    from: 300,
    to: 12_000,
    billable: 92,
    as_agent: 35,
  },
  {
    category: 'Printing',
    on_job: 5,
    otherwise: 18,
    vendors: ['Plan & Print, Moncton', 'Imprimerie Évangéline'],
    from: 600,
    to: 16_000,
    billable: 75,
    as_agent: 0,
  },
  {
    category: 'Subcontractor',
    on_job: 3,
    otherwise: 0,
    vendors: ['Beaver Brook Drilling', 'Lignes et Levés Ltée', 'Atlantic Vac-Truck'],
    from: 45_000,
    to: 480_000,
    billable: 96,
    as_agent: 0,
  },
];

/** What the firm uses of its own on a job, how often of a hundred times, and how much at once. */
export const USED: readonly { type: string; share: number; from: number; to: number; step: number }[] = [
  { type: 'Mileage', share: 50, from: 12, to: 190, step: 1 },
  { type: 'Monuments', share: 20, from: 1, to: 8, step: 1 },
  { type: 'GNSS equipment', share: 18, from: 0.5, to: 1, step: 0.5 },
  { type: 'Total station', share: 12, from: 0.5, to: 1, step: 0.5 },
];
