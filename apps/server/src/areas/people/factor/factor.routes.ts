import * as factor from '@dmse/contract/people/factor';
import { serve } from '../../../call/serve.ts';
import * as passkeys from '../passkey/passkey.service.ts';
import { confirmSelf, getConfirmWays } from './confirm.service.ts';
import * as factors from './factor.service.ts';

export const factorRoutes = [
  serve(factor.getSecurity, (call) => factors.getSecurity(call)),
  serve(factor.beginTotp, (call) => factors.beginTotp(call)),
  serve(factor.createTotp, (call) => factors.createTotp(call, call.body)),
  serve(factor.removeTotp, (call) => factors.removeTotp(call)),
  serve(factor.renewRecoveryCodes, (call) => factors.renewRecoveryCodes(call)),
  serve(factor.beginPasskey, (call) => passkeys.beginPasskey(call)),
  serve(factor.createPasskey, (call) => passkeys.createPasskey(call, call.body)),
  serve(factor.removePasskey, (call) => passkeys.removePasskey(call, call.params.id)),
  serve(factor.getConfirmWays, (call) => getConfirmWays(call)),
  serve(factor.confirmSelf, (call) => confirmSelf(call, call.body)),
  serve(factor.resetFactors, (call) => factors.resetFactors(call, call.params.id)),
];
