import * as c from '@dmse/contract/clients/import';
import { notFound } from '../../http/refusal.ts';
import { serve } from '../../http/serve.ts';

const no = async () => {
  throw notFound();
};
export const importRoutes = [serve(c.checkImport, no), serve(c.runImport, no), serve(c.listImports, no), serve(c.undoImport, no)];
