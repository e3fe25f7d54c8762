import { ALL } from '@dmse/contract/all';
import { orderingsOf } from '@dmse/contract/common/paging';
import { compare, percentile, signIn, timedGet } from './product.ts';

const LIMIT_MS = 30;
const ROUNDS = 9;
const PAGE_SIZE = 25;

/** What people open that has no order to choose, and was slow once. */
const OTHERS = [
  '/api/jobs/task/?job=49000',
  '/api/jobs/budget/?job=49000',
  '/api/jobs/memo/?job=49000',
  '/api/jobs/milestone/?my_assignments=true',
  '/api/staff/history/?page_size=25',
  '/api/staff/history/?page_size=25&noun=job',
  '/api/sites/controlpoint/?page_size=25&query=ma',
  '/api/sites/controlpoint/?page_size=25&query=12',
];

/**
 * Every order that every long list offers, up and down, on its first, middle and last page; and a few calls that have none. Shots, images
 * and pipes are left out: they answer by cursor, and are asked for by their run.
 */
export async function measureOrders(origin: string): Promise<void> {
  const cookie = await signIn(origin, 'alice');
  const get = async (url: string) => {
    const { ms, body } = await timedGet<{ count: number }>(`${origin}${url}`, cookie);
    return { ms, count: body.count };
  };
  const median = async (url: string) => {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      times.push((await get(url)).ms);
      // Sixty a second is what a person may ask for.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return percentile(
      times.sort((a, b) => a - b),
      0.5,
    );
  };
  for (const endpoint of ALL.values()) {
    const { count } = endpoint.declaration.page && orderingsOf(endpoint).length > 0 ? await get(endpoint.path) : { count: 0 };
    if (count <= PAGE_SIZE) continue;
    const last = Math.ceil(count / PAGE_SIZE);
    for (const column of orderingsOf(endpoint)) {
      for (const ordering of [column, `-${column}`]) {
        const times: number[] = [];
        for (const page of [1, Math.ceil(last / 2), last])
          times.push(await median(`${endpoint.path}?page_size=${PAGE_SIZE}&ordering=${ordering}&page=${page}`));
        const words = times.map((time) => time.toFixed(1)).join(', ');
        compare(
          `${endpoint.path} by ${ordering} (${count} found; first, middle, last page ${words}), slowest p50`,
          Math.max(...times),
          LIMIT_MS,
          'ms',
        );
      }
    }
  }
  for (const url of OTHERS) compare(`${url}, p50`, await median(url), LIMIT_MS, 'ms');
}
