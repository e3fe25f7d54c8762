import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ORGANISATION } from '../books/seed.ts';
import { type Answer, Problem } from '../calls/refusal.ts';

type Connection = {
  id: string;
  authEventId: string;
  tenantId: string;
  tenantName: string;
  tenantType: 'ORGANISATION';
  createdDateUtc: string;
};
type Consent = { redirectUri: string; challenge: string; scopes: string[]; until: number };
type Grant = { scopes: string[]; until: number };
export type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: 'Bearer'; scope: string };

export type SignInOptions = { clientId: string; clientSecret: string; redirectUris?: string[]; now: () => number };

const ACCESS_SECONDS = 1800;
const REFRESH_DAYS = 60;
const CODE_SECONDS = 300;
/** A refresh token that was used is taken again for so long, in case the answer got lost. */
const GRACE_SECONDS = 1800;
const SCOPES = [
  ...['openid', 'profile', 'email', 'offline_access', 'accounting.settings', 'accounting.settings.read', 'accounting.contacts'],
  ...['accounting.contacts.read', 'accounting.invoices', 'accounting.invoices.read', 'accounting.payments', 'accounting.payments.read'],
  ...['accounting.banktransactions', 'accounting.banktransactions.read', 'accounting.attachments', 'accounting.attachments.read'],
];

const refuse = (error: string, error_description: string, status = 400) => new Problem({ status, body: { error, error_description } });
const newSecret = () => randomBytes(24).toString('base64url');

/** What the authorize address asks for, or a refusal shown to the person. */
function readConsent(query: URLSearchParams, { clientId, redirectUris, now }: SignInOptions): Consent & { state: string } {
  const get = (name: string) => query.get(name) ?? '';
  const redirectUri = get('redirect_uri');
  const scopes = get('scope').split(' ').filter(Boolean);
  const strange = scopes.filter((scope) => !SCOPES.includes(scope));
  if (get('response_type') !== 'code') throw refuse('unsupported_response_type', 'response_type is code.');
  if (get('client_id') !== clientId) throw refuse('unauthorized_client', 'No app has this client_id.');
  if (!isRedirect(redirectUri, redirectUris))
    throw refuse('invalid_redirect_uri', `The redirect_uri ${redirectUri} is not one of the app's.`);
  if (scopes.length === 0 || strange.length > 0)
    throw refuse('invalid_scope', `These scopes do not exist: ${strange.join(' ') || 'none given'}.`);
  if (get('state').length < 8) throw refuse('invalid_request', 'state is missing or too short to be secret.');
  if (get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(get('code_challenge')))
    throw refuse('invalid_request', 'A code_challenge by S256 is needed.');
  return { redirectUri, scopes, challenge: get('code_challenge'), state: get('state'), until: now() + CODE_SECONDS * 1000 };
}

/** Where none are registered: any address on this machine, and any other by https. */
function isRedirect(uri: string, registered: string[] | undefined): boolean {
  if (registered) return registered.includes(uri);
  return URL.canParse(uri) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(uri) && !uri.includes('#');
}

function readClient(authorization: string | undefined): string {
  return authorization?.startsWith('Basic ') ? Buffer.from(authorization.slice(6), 'base64').toString() : '';
}

function backTo(uri: string, values: Record<string, string>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** OAuth 2.0 as the accounting system does it: a code by consent, access tokens for half an hour, refresh tokens that are good once. */
export function openSignIn(options: SignInOptions) {
  const { clientId, clientSecret, now } = options;
  const codes = new Map<string, Consent>();
  const accessTokens = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  let connections: Connection[] = [];

  function connect(): void {
    if (connections.length > 0) return;
    const at = new Date(now()).toISOString().slice(0, -1);
    const own = { tenantId: ORGANISATION.tenant, tenantName: ORGANISATION.name, tenantType: 'ORGANISATION' as const };
    connections = [{ id: randomUUID(), authEventId: randomUUID(), ...own, createdDateUtc: at }];
  }

  /** What pressing Allow does; the address the browser is sent to. */
  function allow(query: URLSearchParams): string {
    const { state, ...consent } = readConsent(query, options);
    const code = newSecret();
    codes.set(code, consent);
    connect();
    return backTo(consent.redirectUri, { code, scope: consent.scopes.join(' '), state });
  }

  function cancel(query: URLSearchParams): string {
    const { redirectUri, state } = readConsent(query, options);
    return backTo(redirectUri, { error: 'access_denied', state });
  }

  function issue(scopes: string[]): Tokens {
    const [access_token, refresh_token] = [newSecret(), newSecret()];
    accessTokens.set(access_token, { scopes, until: now() + ACCESS_SECONDS * 1000 });
    if (scopes.includes('offline_access')) refreshTokens.set(refresh_token, { scopes, until: now() + REFRESH_DAYS * 86_400_000 });
    return { access_token, refresh_token, expires_in: ACCESS_SECONDS, token_type: 'Bearer', scope: scopes.join(' ') };
  }

  function exchange(form: URLSearchParams): Tokens {
    const code = form.get('code') ?? '';
    const consent = codes.get(code);
    codes.delete(code);
    if (!consent || consent.until <= now()) throw refuse('invalid_grant', 'The code is unknown, used or too old.');
    if (form.get('redirect_uri') !== consent.redirectUri) throw refuse('invalid_grant', 'The redirect_uri is another one.');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== consent.challenge) throw refuse('invalid_grant', 'The code_verifier does not fit.');
    return issue(consent.scopes);
  }

  function refresh(form: URLSearchParams): Tokens {
    const token = form.get('refresh_token') ?? '';
    const grant = refreshTokens.get(token);
    if (grant) refreshTokens.set(token, { ...grant, until: Math.min(grant.until, now() + GRACE_SECONDS * 1000) });
    if (!grant || grant.until <= now()) throw refuse('invalid_grant', 'The refresh token is unknown, used or too old.');
    return issue(grant.scopes);
  }

  function token(authorization: string | undefined, form: URLSearchParams): Answer {
    if (readClient(authorization) !== `${clientId}:${clientSecret}`) throw refuse('invalid_client', 'Client id or secret is wrong.', 401);
    const kind = form.get('grant_type');
    if (kind === 'authorization_code') return { status: 200, body: exchange(form) };
    if (kind === 'refresh_token') return { status: 200, body: refresh(form) };
    throw refuse('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
  }

  /** Ends a refresh token, and with it the connection. */
  function revoke(authorization: string | undefined, form: URLSearchParams): Answer {
    if (readClient(authorization) !== `${clientId}:${clientSecret}`) throw refuse('invalid_client', 'Client id or secret is wrong.', 401);
    refreshTokens.delete(form.get('token') ?? '');
    connections = [];
    return { status: 200, body: {} };
  }

  function unauthorized(detail: string): Problem {
    return new Problem({ status: 401, body: { Type: null, Title: 'Unauthorized', Status: 401, Detail: detail, Instance: randomUUID() } });
  }

  /** The grant of the token that was sent. */
  function check(authorization: string | undefined): Grant {
    const grant = accessTokens.get(authorization?.startsWith('Bearer ') ? authorization.slice(7) : '');
    if (!grant) throw unauthorized('AuthenticationUnsuccessful');
    if (grant.until <= now()) throw unauthorized(`TokenExpired: token expired at ${new Date(grant.until).toISOString()}`);
    return grant;
  }

  /** The token must be good, the organisation connected and the scope granted. */
  function checkApi(authorization: string | undefined, tenant: string | undefined, scope: string, isRead: boolean): void {
    const { scopes } = check(authorization);
    const forbidden = (Detail: string) => new Problem({ status: 403, body: { Type: null, Title: 'Forbidden', Status: 403, Detail } });
    if (!connections.some(({ tenantId }) => tenantId === tenant)) throw forbidden('AuthenticationUnsuccessful');
    if (!scopes.includes(scope) && !(isRead && scopes.includes(`${scope}.read`))) throw forbidden(`InsufficientScope: ${scope}`);
  }

  return {
    showConsent: (query: URLSearchParams) => void readConsent(query, options),
    allow,
    cancel,
    token,
    revoke,
    checkApi,
    listConnections(authorization: string | undefined): Answer {
      check(authorization);
      return { status: 200, body: connections };
    },
    disconnect(authorization: string | undefined, id: string): Answer {
      check(authorization);
      const isThere = connections.some((one) => one.id === id);
      connections = connections.filter((one) => one.id !== id);
      return isThere ? { status: 204 } : { status: 404 };
    },
    /** Tokens and a connection without the way through the browser. */
    grant(scopes: string[] = SCOPES): Tokens {
      connect();
      return issue(scopes);
    },
    /** Every access token is too old at once. */
    expireAccess: () => accessTokens.clear(),
    expireOne: (authorization: string | undefined) => void accessTokens.delete(authorization?.slice(7) ?? ''),
    /** Somebody disconnects the app over there. */
    disconnectThere() {
      connections = [];
    },
  };
}
