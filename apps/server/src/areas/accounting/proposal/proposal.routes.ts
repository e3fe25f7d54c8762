import * as proposal from '@dmse/contract/accounting/proposal';
import { serve } from '../../../call/serve.ts';
import { acceptProposal } from '../../../flows/accept-proposal.ts';
import * as proposals from './proposal.service.ts';

export const accountingProposalRoutes = [
  serve(proposal.listAccountingProposals, (call) => proposals.listProposals(call, call.query)),
  serve(proposal.acceptAccountingProposal, (call) => acceptProposal(call, call.params.id)),
  serve(proposal.declineAccountingProposal, (call) => proposals.declineProposal(call, call.params.id)),
];
