import { z } from 'zod';
import { Cents, ClientId, JobId, Minutes } from '../common/fields.ts';
import { listQuery } from '../common/paging.ts';
import { endpoint } from '../endpoint.ts';
import { WipItem } from './wip.ts';

/** A client, and what can be put on an invoice for it now. */
export const BillableClient = z.object({ id: ClientId, name: z.string(), jobs: z.int(), ready: Cents });
export type BillableClient = z.infer<typeof BillableClient>;
export const listBillableClients = endpoint({
  get: '/api/wip/client/',
  query: z.strictObject(listQuery(['name', 'ready'])),
  page: BillableClient,
  needs: 'invoices.read',
  summary: 'Clients by words, those with the most work that is ready to be billed first',
});

/** Work that is ready, with what a line of an invoice shows of it. */
export const BillableItem = WipItem.extend({ minutes: Minutes.nullable(), rate: Cents.nullable(), as_agent: z.boolean() });
export type BillableItem = z.infer<typeof BillableItem>;
/** A job with the work that is ready. */
export const BillableJob = z.object({ id: JobId, num: z.string(), desc: z.string(), items: z.array(BillableItem) });
export type BillableJob = z.infer<typeof BillableJob>;
export const getBillableWork = endpoint({
  get: '/api/wip/client/:id/',
  response: z.object({ id: ClientId, name: z.string(), jobs: z.array(BillableJob) }),
  needs: 'invoices.write',
  summary: 'The work of a client that is ready to be billed, by job',
});
