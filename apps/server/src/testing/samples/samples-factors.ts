import { codeAt, makeSecret, stepOf } from '../../areas/people/factor/totp.ts';
import { makeTicket } from '../../areas/people/session/ticket.service.ts';
import { type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';
import { createSoftPasskey } from '../fixtures/soft-passkey.ts';

const NOW = '2026-03-04T15:00:00.000Z';

async function giveTotp({ tx, owner, seal }: Scene) {
  const values = { user_id: owner, secret: seal.close(makeSecret().toString('base64')), last_step: 0, created_on: NOW };
  await tx.insertInto('totp').values(values).execute();
  return {};
}

async function givePasskey({ tx, owner }: Scene) {
  const key = { credential_id: crypto.randomUUID(), public_key: Buffer.alloc(10), counter: 0, name: 'Phone', created_on: NOW };
  return tx
    .insertInto('passkey')
    .values({ user_id: owner, ...key })
    .returning('id')
    .executeTakeFirstOrThrow();
}

function makeProvider({ tx }: Scene) {
  const values = { name: `Login ${crypto.randomUUID()}`, issuer: 'https://login.example.ca', client_id: 'dmse', ...STAMPS };
  return tx.insertInto('identity_provider').values(values).returning(['id', 'name']).executeTakeFirstOrThrow();
}

async function joe({ tx }: Scene) {
  return tx.selectFrom('app_user').select('id').where('username', '=', 'joe').executeTakeFirstOrThrow();
}

export const FACTOR_SAMPLES: Record<string, Sample> = {
  createTotp: {
    body: ({ owner, seal }: Scene) => {
      const secret = makeSecret();
      const ticket = makeTicket(seal, 'totp', { user: owner, secret: secret.toString('base64') }, NOW, 15);
      return { ticket, code: codeAt(secret, stepOf(NOW)) };
    },
  },
  removeTotp: { own: giveTotp },
  renewRecoveryCodes: { own: giveTotp },
  createPasskey: {
    body: ({ owner, seal }: Scene) => {
      const challenge = Buffer.from(crypto.randomUUID()).toString('base64url');
      const answer = createSoftPasskey({ id: 'dmse.example.ca', origin: 'https://dmse.example.ca' }).create(challenge);
      return { ticket: makeTicket(seal, 'new-passkey', { challenge, user: owner }, NOW, 5), name: 'Phone', answer };
    },
  },
  removePasskey: { own: givePasskey, theirs: [] },
  confirmSelf: { body: { password: 'demo' } },
  resetFactors: { own: joe },
  createIdentityProvider: { body: { name: 'Keycloak', issuer: 'http://127.0.0.1:9', client_id: 'dmse', client_secret: 'canary-oidc' } },
  updateIdentityProvider: { own: async (scene) => ({ id: (await makeProvider(scene)).id }), body: { scopes: 'openid email' } },
  listIdentities: { own: joe },
  createIdentity: {
    own: joe,
    body: async (scene: Scene) => ({ provider: (await makeProvider(scene)).name, subject: 'joe-1' }),
  },
  removeIdentity: {
    own: async (scene) => {
      const [{ id }, { id: identity_provider }] = [await joe(scene), await makeProvider(scene)];
      const row = { identity_provider, subject: 'joe-1', user_id: id, created_on: NOW };
      return { id, identity: (await scene.tx.insertInto('identity').values(row).returning('id').executeTakeFirstOrThrow()).id };
    },
  },
};
