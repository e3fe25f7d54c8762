import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createGeocoder, readPlaces } from './geocoder.ts';
import { isOutsideHouse, isPublic } from './guarded-request.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const here = createGeocoder({ isAllowed: () => true, timeoutMs: 300 });

describe('SEC-S27 asking a geocoding service', () => {
  it('the query goes out as one encoded value', async () => {
    const asked: string[] = [];
    const base = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify([{ display_name: '12 Rue Main', lat: '45.9', lon: '-66.6' }]));
    });
    const found = await here.find(`${base}/search?q={query}&format=json`, '12 rue Main&q=http://169.254.169.254/#@evil?');
    expect(asked).toEqual(['/search?q=12%20rue%20Main%26q%3Dhttp%3A%2F%2F169.254.169.254%2F%23%40evil%3F&format=json']);
    expect(found).toEqual([{ label: '12 Rue Main', lon: -66.6, lat: 45.9, source: '127.0.0.1' }]);
  });

  it('a redirect is not followed, a slow or endless answer is not waited for, rubbish is not read', async () => {
    let calls = 0;
    const base = await serve((request, response) => {
      calls += 1;
      if (request.url === '/redirect') response.writeHead(302, { Location: '/target' }).end();
      else if (request.url === '/large') response.end('x'.repeat(2_000_000));
      else if (request.url === '/rubbish') response.end('<html>');
      else if (request.url === '/drip') response.write('[');
    });
    await expect(here.find(`${base}/redirect`, 'x')).rejects.toThrow('answered 302');
    expect(calls).toBe(1);
    await expect(here.find(`${base}/slow`, 'x')).rejects.toThrow('No answer within 0.3 seconds');
    await expect(here.find(`${base}/drip`, 'x')).rejects.toThrow();
    await expect(here.find(`${base}/large`, 'x')).rejects.toThrow('too large');
    await expect(here.find(`${base}/rubbish`, 'x')).rejects.toThrow();
  });

  it('only http and https, only public addresses, by number or by name', async () => {
    const base = await serve(() => expect.unreachable());
    const port = new URL(base).port;
    for (const url of [
      `${base}/`,
      `http://localhost:${port}/`,
      'http://169.254.169.254/latest/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://0x7f.1/',
    ])
      await expect(createGeocoder({ timeoutMs: 1000 }).find(url, 'x'), url).rejects.toThrow('may be asked');
    await expect(here.find('file:///etc/passwd', 'x')).rejects.toThrow('Only http and https');
    await expect(here.find('http://{query}.example.ca/', 'evil')).rejects.toThrow('{query} in its host');
  });

  it('knows which addresses are public', () => {
    for (const address of ['8.8.8.8', '142.250.1.1', '2607:f8b0::1']) expect(isPublic(address), address).toBe(true);
    for (const address of ['10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])
      expect(isPublic(address), address).toBe(false);
    for (const address of ['127.0.0.1', '0.0.0.0', '169.254.169.254', '::1', '::', 'fe80::1', '::ffff:7f00:1', 'nonsense'])
      expect(isOutsideHouse(address), address).toBe(false);
    expect(isOutsideHouse('192.168.1.20')).toBe(true);
  });

  it('reads the shapes such services answer in, and leaves out what is no place', () => {
    const place = { label: 'Main', lon: -66, lat: 45, source: 's' };
    const shapes = [
      { type: 'FeatureCollection', features: [{ geometry: { type: 'Point', coordinates: [-66, 45] }, properties: { label: 'Main' } }] },
      {
        features: [
          {
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [-66, 45],
                  [-66, 46],
                  [-65, 46],
                  [-66, 45],
                ],
              ],
            },
            properties: { name: 'Main' },
          },
        ],
      },
      { candidates: [{ address: 'Main', location: { x: -66, y: 45 } }] },
      { results: [{ formatted_address: 'Main', geometry: { location: { lat: 45, lng: -66 } } }] },
      [{ display_name: 'Main', lat: '45', lon: '-66' }],
    ];
    for (const shape of shapes) expect(readPlaces(shape, 's'), JSON.stringify(shape)).toEqual([place]);
    for (const rubbish of [null, 5, {}, [null], [{ lat: 95, lon: 1, name: 'x' }], [{ name: 'x' }], [{ lat: 1, lon: 1 }]])
      expect(readPlaces(rubbish, 's')).toEqual([]);
  });
});
