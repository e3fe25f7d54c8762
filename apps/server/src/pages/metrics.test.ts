import { getSelf } from '@dmse/contract/people/user';
import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

it('SEC-S30 metrics: told on loopback, and from elsewhere with the token only; else there is nothing', async () => {
  await (await app.as('alice')).call(getSelf, {});
  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.fastify.inject({ url: '/metrics', headers, remoteAddress });
  const told = await ask();
  expect([told.statusCode, told.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(told.body).toContain('dmse_request_seconds_count{method="GET",path="/api/users/self/",status="200"} 1\n');
  expect(told.body).toMatch(/^dmse_queue_jobs\{queue="mail",state="waiting"\} \d+$/m);
  expect(told.body).not.toContain('alice');
  // Every line is a remark or a sample.
  expect(
    told.body
      .trimEnd()
      .split('\n')
      .filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [-+.\de]+)$/.test(line)),
  ).toEqual([]);

  expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
  expect((await ask({}, '203.0.113.9')).statusCode).toBe(404);
  expect((await ask({ authorization: 'Bearer canary' }, '203.0.113.9')).statusCode).toBe(404);
  app.config.metricsToken = 'canary';
  expect((await ask({ authorization: 'Bearer canary' }, '203.0.113.9')).statusCode).toBe(200);
  expect((await ask({ authorization: 'Bearer other' })).statusCode).toBe(404);
  app.config.metricsToken = null;
});
