import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { guardedRequest, isPublic, whyNotHost } from '../guarded-request.ts';

export type ProviderAccess = {
  id: number;
  version: number;
  issuer: string;
  client_id: string;
  client_secret: string | null;
  scopes: string;
};
/** What a sign-in elsewhere must come back with. */
export type Started = { url: string; state: string; nonce: string; verifier: string };
export type Claims = { sub: string } & Record<string, unknown>;

/** Systems that sign people in by OpenID Connect. */
export type IdentityClient = {
  /** Why this address will not be asked; null when it may. */
  whyNot(issuer: string): Promise<string | null>;
  /** `asksAgain`: who is signed in there already is asked all the same. */
  start(provider: ProviderAccess, redirectUri: string, asksAgain?: boolean): Promise<Started>;
  finish(provider: ProviderAccess, at: URL, started: Omit<Started, 'url'>): Promise<Claims>;
  /** Whose sign-in has ended over there; null when the token is not theirs. */
  readLogout(provider: ProviderAccess, token: string): Promise<{ sub: string | null; sid: string | null; jti: string } | null>;
};

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const KEEP_MS = 3_600_000;

type Options = {
  /** Named by whoever starts the server: may be on this machine and without https. One typed into a page never. */
  isTrusted: (issuer: string) => boolean;
  timeoutMs?: number;
};

export function createIdentityClient({ isTrusted, timeoutMs = 5000 }: Options): IdentityClient {
  const kept = new Map<string, { config: Promise<oidc.Configuration>; until: number }>();

  /** Everything such a system names for itself, its keys and its tokens, is asked under the same rule as its own address. */
  function fetchFor(issuer: string) {
    const isAllowed = isTrusted(issuer) ? () => true : isPublic;
    return async (address: string, options: { method?: string; headers?: unknown; body?: unknown }): Promise<Response> => {
      const url = new URL(address);
      if (url.protocol !== 'https:' && !isTrusted(issuer)) throw new Error('Only https addresses are asked.');
      const headers = Object.fromEntries(new Headers(options.headers as Record<string, string>));
      const body = options.body ? String(options.body) : undefined;
      const asked = { url, method: options.method ?? 'GET', headers, isAllowed, timeoutMs, mostBytes: 1_000_000 };
      const answer = await guardedRequest({ ...asked, ...(body === undefined ? {} : { body }) });
      const told = Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => [name, one] as [string, string]),
      );
      return new Response(answer.status === 204 ? null : new Uint8Array(answer.bytes), { status: answer.status, headers: told });
    };
  }

  function discover(provider: ProviderAccess): Promise<oidc.Configuration> {
    const key = `${provider.id} ${provider.version}`;
    const known = kept.get(key);
    if (known && performance.now() < known.until) return known.config;
    const { issuer, client_id, client_secret } = provider;
    const auth = client_secret ? oidc.ClientSecretPost(client_secret) : oidc.None();
    const config = oidc.discovery(new URL(issuer), client_id, undefined, auth, {
      [oidc.customFetch]: fetchFor(issuer) as oidc.CustomFetch,
      timeout: timeoutMs / 1000,
      ...(isTrusted(issuer) ? { execute: [oidc.allowInsecureRequests] } : {}),
    });
    kept.set(key, { config, until: performance.now() + KEEP_MS });
    config.catch(() => kept.delete(key));
    return config;
  }

  return {
    async whyNot(issuer) {
      if (isTrusted(issuer)) return null;
      const url = URL.parse(issuer);
      if (url?.protocol !== 'https:' || url.username || url.search || url.hash) return 'Use an address that begins with https://.';
      return whyNotHost(url, isPublic);
    },
    async start(provider, redirectUri, asksAgain = false) {
      const config = await discover(provider);
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(asksAgain ? { prompt: 'login' } : {}),
      });
      return { url: url.href, state, nonce, verifier };
    },
    async finish(provider, at, { state, nonce, verifier }) {
      const config = await discover(provider);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(config, at, checks);
      const claims = tokens.claims()!;
      // Groups and addresses often stand only in the second answer; what is signed wins.
      const more = config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return { ...more, ...claims } as Claims;
    },
    async readLogout(provider, token) {
      const config = await discover(provider);
      const { issuer, jwks_uri } = config.serverMetadata();
      if (!jwks_uri) return null;
      const keys = createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: fetchFor(provider.issuer) as never, timeoutDuration: timeoutMs });
      const judged = await jwtVerify(token, keys, {
        issuer,
        audience: provider.client_id,
        requiredClaims: ['iat', 'jti'],
        maxTokenAge: 300,
        // Their clock may be a little ahead of ours.
        clockTolerance: 30,
      }).catch(() => null);
      const { sub = null, sid = null, jti, events, nonce } = (judged?.payload ?? {}) as Record<string, unknown>;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events && nonce === undefined;
      if (!judged || !isLogout || typeof jti !== 'string' || (sub === null && sid === null)) return null;
      return { sub: sub as string | null, sid: sid as string | null, jti };
    },
  };
}
