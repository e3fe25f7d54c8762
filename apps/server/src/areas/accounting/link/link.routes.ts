import * as link from '@dmse/contract/accounting/link';
import { serve } from '../../../call/serve.ts';
import * as links from './link.service.ts';

export const accountingLinkRoutes = [
  serve(link.getAccountingLink, (call) => links.getLink(call)),
  serve(link.updateAccountingLink, (call) => links.updateLink(call, call.body)),
  serve(link.askConsent, (call) => links.askConsent(call)),
  serve(link.connectAccounting, (call) => links.connect(call, call.body)),
  serve(link.chooseOrganisation, (call) => links.chooseOrganisation(call, call.body)),
  serve(link.disconnectAccounting, (call) => links.disconnect(call)),
  serve(link.refreshAccounting, (call) => links.refreshNow(call)),
];
