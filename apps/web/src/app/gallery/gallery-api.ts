import { Id, Instant, LocalDate, line, optionalLine, paragraph, stamps } from '@dmse/contract/common/fields';
import { HistoryEntry, HistoryQuery } from '@dmse/contract/common/history';
import { listQuery } from '@dmse/contract/common/paging';
import { endpoint } from '@dmse/contract/endpoint';
import { z } from 'zod';

/** A noun of its own, so that the gallery shows the parts without a server and without borrowing a real record. */
export const KINDS = ['Red', 'Green', 'Blue'] as const;

const fields = {
  name: line(80),
  kind: z.enum(KINDS).nullable(),
  city: optionalLine(60),
  email: z.union([z.email('Enter an e-mail address such as name@example.ca.'), z.literal('')]),
  count: z.int().min(0, 'Use 0 or more.').max(365, 'Use at most 365.'),
  due_date: LocalDate.nullable(),
  is_active: z.boolean(),
  phones: z.array(line(30)).max(20),
  note: paragraph(1000),
  owner: Id.nullable(),
};

export const ThingRow = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(KINDS).nullable(),
  city: z.string(),
  amount: z.int(),
  state: z.string(),
  created_on: Instant,
});
export type ThingRow = z.infer<typeof ThingRow>;

const ThingLink = z.strictObject({ thing: Id, role: optionalLine(40), is_main: z.boolean() });
export const Thing = z.object({ id: Id, ...fields, links: z.array(ThingLink), ...stamps });
export type Thing = z.infer<typeof Thing>;
export const ThingPatch = z.strictObject({ ...fields, links: z.array(ThingLink) }).partial();

export const listThings = endpoint({
  get: '/api/gallery/thing/',
  query: z.strictObject({
    ...listQuery(['name', 'amount', 'created_on']),
    kind: z.array(z.enum(KINDS)).optional(),
    state: z.string().optional(),
    mine: z.boolean().optional(),
    /** How the fake server behaves: for showing what a person sees then. */
    mood: z.enum(['well', 'slow', 'empty', 'broken']).optional(),
  }),
  page: ThingRow,
  needs: 'self.read',
  summary: 'Find things',
});
export const updateThing = endpoint({
  patch: '/api/gallery/thing/:id/',
  body: ThingPatch,
  response: Thing,
  needs: 'self.read',
  summary: 'Change a thing',
});
export const listThingHistory = endpoint({
  get: '/api/gallery/thing/:id/history/',
  query: HistoryQuery,
  page: HistoryEntry,
  needs: 'self.read',
  summary: "A thing's history",
});
