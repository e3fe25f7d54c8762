import { z } from 'zod';
import { field } from '../common/field.ts';
import { Id, line, optionalLine, stamps } from '../common/fields.ts';
import { endpoint } from '../endpoint.ts';
import { listPlace, StaffListFilter } from '../work/template.ts';

const overheadCodeFields = {
  name: field(line(80), 'Name'),
  /** What payroll calls it. */
  code: field(optionalLine(20), 'Payroll code'),
  ...listPlace,
};
export const OverheadCode = z.object({ id: Id, ...overheadCodeFields, ...stamps });
export type OverheadCode = z.infer<typeof OverheadCode>;
export const listOverheadCodes = endpoint({
  get: '/api/staff/overhead-code/',
  query: StaffListFilter,
  page: OverheadCode,
  needs: 'time.settings',
  summary: 'Overhead codes: what time is for when it is for no job',
});
export const createOverheadCode = endpoint({
  post: '/api/staff/overhead-code/',
  body: z.strictObject(overheadCodeFields).partial().required({ name: true }),
  response: OverheadCode,
  status: 201,
  needs: 'time.settings',
  summary: 'Add an overhead code',
});
export const updateOverheadCode = endpoint({
  patch: '/api/staff/overhead-code/:id/',
  body: z.strictObject(overheadCodeFields).partial(),
  response: OverheadCode,
  needs: 'time.settings',
  summary: 'Change an overhead code; entries show its new name',
});
