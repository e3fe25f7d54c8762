import * as provider from '@dmse/contract/people/provider';
import { serve } from '../../../call/serve.ts';
import * as providers from './provider.service.ts';

export const providerRoutes = [
  serve(provider.listIdentityProviders, (call) => providers.listProviders(call, call.query)),
  serve(provider.createIdentityProvider, (call) => providers.createProvider(call, call.body)),
  serve(provider.updateIdentityProvider, (call) => providers.updateProvider(call, call.params.id, call.body)),
  serve(provider.listIdentities, (call) => providers.listIdentities(call, call.params.id)),
  serve(provider.createIdentity, (call) => providers.createIdentity(call, call.params.id, call.body)),
  serve(provider.removeIdentity, (call) => providers.removeIdentity(call, call.params.id, call.params.identity)),
];
