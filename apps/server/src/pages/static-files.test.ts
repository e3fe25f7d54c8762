import { describe, expect, test } from 'vitest';
import { preloadHeader } from './static-files.ts';

const PRELOADS = {
  first: ['assets/frame-1.js', 'assets/frame-1.css'],
  pages: [
    { path: '/jobs', files: ['assets/areas-1.js', 'assets/parts-1.js'] },
    { path: '/job/$id/tasks', files: ['assets/tasks-tab-1.js'] },
    { path: '/job/$id', files: ['assets/areas-1.js'] },
    { path: '/payment/new/$', files: ['assets/payment-1.js'] },
    { path: '/map', files: ['assets/map-1.css'] },
  ],
};
const FIRST =
  '</app/assets/frame-1.js>; rel=preload; as=script; crossorigin, </app/assets/frame-1.css>; rel=preload; as=style; crossorigin';

describe('page of the app', () => {
  test.each([
    ['/app/jobs?tab=jobs', '</app/assets/areas-1.js>; rel=modulepreload, </app/assets/parts-1.js>; rel=modulepreload'],
    ['/app/jobs/', '</app/assets/areas-1.js>; rel=modulepreload, </app/assets/parts-1.js>; rel=modulepreload'],
    ['/app/job/12/tasks', '</app/assets/tasks-tab-1.js>; rel=modulepreload'],
    ['/app/job/12', '</app/assets/areas-1.js>; rel=modulepreload'],
    ['/app/payment/new/3/4', '</app/assets/payment-1.js>; rel=modulepreload'],
    ['/app/map', '</app/assets/map-1.css>; rel=preload; as=style; crossorigin'],
  ])('%s announces the files it needs', (url, header) => {
    expect(preloadHeader(PRELOADS, url, false)).toBe(header);
  });

  test.each(['/app/', '/app', '/app/job/12/budget/3', '/app/nothing-here'])('%s announces nothing', (url) => {
    expect(preloadHeader(PRELOADS, url, false)).toBe('');
  });

  test('to a browser that has been here before, all of its scripts as such', () => {
    expect(preloadHeader(PRELOADS, '/app/', true)).toBe(FIRST);
    expect(preloadHeader(PRELOADS, '/app/job/12/tasks', true)).toBe(
      `${FIRST}, </app/assets/tasks-tab-1.js>; rel=preload; as=script; crossorigin`,
    );
  });
});
