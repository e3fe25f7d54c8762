import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { ALL } from '@dmse/contract/all';
import { PROBLEM_CODES } from '@dmse/contract/common/problem';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { useTestApp } from '../testing/test-app.ts';
import { FIELD_WORDS } from './docs-text.ts';

const app = useTestApp();
const READY = { whyNotWrite: () => null, whyNotServe: () => null };

function build(mode: 'demo' | 'firm') {
  return buildApp({ db: app.db, adapters: app.adapters, config: app.config, mode, readiness: READY, now: () => app.clock.now });
}

describe.each(['/api/docs/', '/api/openapi.json'])('%s', (url) => {
  it('is packed once, and not sent again to who holds it', async () => {
    const first = await app.fastify.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect([first.statusCode, first.headers['content-encoding'], first.headers['cache-control']]).toEqual([
      200,
      'gzip',
      'private, no-cache',
    ]);
    const plain = await app.fastify.inject({ url });
    expect(gunzipSync(first.rawPayload).toString()).toBe(plain.body);
    const etag = String(first.headers.etag);
    const again = await app.fastify.inject({ url, headers: { 'if-none-match': `"older", ${etag}` } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await app.fastify.inject({ url, headers: { 'if-none-match': '"older"' } })).statusCode).toBe(200);
  });

  it('has a budget, for anyone in a demo too', async () => {
    const demo = await build('demo');
    const from = (remoteAddress: string) => demo.inject({ url, remoteAddress });
    const answers = await Promise.all(Array.from({ length: 60 }, () => from('10.0.0.1')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
    expect((await from('10.0.0.2')).statusCode).toBe(200);
    await demo.close();
  });
});

describe('in a firm', () => {
  it('a browser that is not signed in is sent to sign in and back; a program is told', async () => {
    const firm = await build('firm');
    const browser = await firm.inject({ url: '/api/docs/', headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([browser.statusCode, browser.headers.location]).toEqual([302, '/auth/login/?next=/api/docs/']);
    expect((await firm.inject({ url: '/api/docs/', headers: { accept: 'application/json' } })).json().code).toBe('NOT_SIGNED_IN');
    expect((await firm.inject({ url: '/api/openapi.json', headers: { accept: 'text/html' } })).statusCode).toBe(401);
    const joe = await app.as('joe');
    const cookie = `sessionid=${joe.credentials!.sessionid}`;
    const page = await firm.inject({ url: '/api/docs/', headers: { accept: 'text/html', cookie } });
    expect(page.statusCode).toBe(200);
    for (const name of ALL.keys()) expect(page.body).toContain(`id="${name}"`);
    await firm.close();
  });
});

describe('the page', () => {
  async function pageOf(): Promise<string> {
    return (await app.fastify.inject({ url: '/api/docs/' })).body;
  }

  it('leads to every noun, call and record it names, and to nothing else', async () => {
    const page = await pageOf();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    expect(ids).toHaveLength(new Set(ids).size);
    const links = new Set([...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]!));
    expect([...links].filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['noun-jobs-quote', 'shape-Client', 'updateClient', 'signing-in', 'versions', 'refusals']));
  });

  it('tells what a field is, whether it must be sent, and what it means', async () => {
    const page = await pageOf();
    const call = page.slice(page.indexOf('id="listClients"'), page.indexOf('</details>', page.indexOf('id="listClients"')));
    expect(call).toContain('For <b>Jobs User</b>');
    expect(call).toContain(
      '<th scope="row"><code>page_size</code></th><td>integer</td><td></td><td>How many on a page; 25 unless said. From 1 to 200.</td>',
    );
    expect(call).toContain('A page of <a href="#shape-ClientRow">ClientRow</a>');
    expect(page).toContain('<code>name</code></th><td>text</td><td>required</td>');
    expect(page).toContain('<code>po_number</code></th><td>text</td><td></td><td>PO number. ');
  });

  it('words every problem code and names the headers', async () => {
    const page = await pageOf();
    for (const word of [...PROBLEM_CODES, 'If-Match', 'Idempotency-Key', 'X-Contract', 'X-CSRFToken', 'X-Dataset-Epoch'])
      expect(page).toContain(word);
  });

  it('runs only a script of our own, in a file', async () => {
    const page = await pageOf();
    expect([...page.matchAll(/<script[^>]*>[^<]*/g)].map(([tag]) => tag)).toEqual(['<script src="/api/docs/find.js" defer>']);
    const script = await app.fastify.inject({ url: '/api/docs/find.js' });
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(() => new Script(script.body)).not.toThrow();
  });
});

describe('the OpenAPI file', () => {
  it('declares how to sign in, the headers that calls understand, and each named record once', async () => {
    const { paths, components } = (await app.fastify.inject({ url: '/api/openapi.json' })).json();
    expect(Object.keys(components.securitySchemes)).toEqual(['session', 'csrf']);
    const patch = paths['/api/clients/client/{id}/'].patch;
    expect(patch.security).toEqual([{ session: [], csrf: [] }]);
    const parameters = patch.parameters.map(({ $ref, name }: { $ref?: string; name?: string }) => $ref ?? name);
    expect(parameters).toEqual(['id', '#/components/parameters/IfMatch', '#/components/parameters/IdempotencyKey']);
    expect(patch.responses['200'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Client' });
    expect(Object.keys(patch.responses)).toEqual(['200', '400', '401', '403', '404', '409', '429']);
    expect(paths['/api/clients/client/'].get.security).toEqual([{ session: [] }]);
    expect(components.schemas.Client.properties.version).toEqual({ type: 'integer' });
  });

  it('refers to nothing that is not there', async () => {
    const { body } = await app.fastify.inject({ url: '/api/openapi.json' });
    const file = JSON.parse(body);
    const refs = new Set([...body.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!));
    expect(refs.size).toBeGreaterThan(50);
    const find = (path: string) => path.split('/').reduce((part, name) => part?.[name], file);
    expect([...refs].filter((path) => find(path) === undefined)).toEqual([]);
  });
});

it('says the meaning only of fields and parameters that there are', async () => {
  const document = JSON.parse((await app.fastify.inject({ url: '/api/openapi.json' })).body);
  const names = new Set<string>();
  (function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { properties, name } = value as { properties?: object; name?: unknown };
    for (const one of Object.keys(properties ?? {})) names.add(one);
    if (typeof name === 'string') names.add(name);
    for (const one of Object.values(value)) collect(one);
  })(document);
  expect([...FIELD_WORDS.keys()].filter((one) => !names.has(one))).toEqual([]);
});
