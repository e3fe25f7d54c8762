// How long a typed key takes until it is painted, with the browser's processor slowed down four times: in the searches over jobs and
// clients, in a picker, and in the budget grid of a job with 60 tasks. All is typed three times, and of each key the middle of its three
// times counts: a moment in which the machine does something else falls on one of them. `ONLY=budget node bench/typing.ts` measures one place.
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { browserCookies, compare, percentile, postAs, signIn, startProduct } from './shared/product.ts';

const LIMIT_MS = 50;
const SLOWDOWN = 4;
const ROUNDS = 3;
/** As fast as a quick typist. */
const BETWEEN_KEYS_MS = 120;
const TASKS = 60;
const IN_TASK = 5;
const ROLES = 4;

type Measured = Window & { key_times?: number[] };
type Place = {
  name: string;
  path: string;
  prepare(page: Page): Promise<void>;
  /** What is typed in each round; as many keys in every one. */
  keys(round: number): readonly string[];
  /** Whether what was typed stands on the page: a figure for keys that went nowhere would be worth nothing. */
  isTyped(page: Page, round: number): Promise<boolean>;
};

/** Notes for every key how long after the press the frame that shows it was made. */
function noteKeyTimes(): void {
  const times: number[] = [];
  (window as Measured).key_times = times;
  const { port1, port2 } = new MessageChannel();
  const pressed: number[] = [];
  // A message that is posted before a frame is drawn arrives after it.
  port1.onmessage = () => {
    for (const at of pressed.splice(0)) times.push(performance.now() - at);
  };
  document.addEventListener(
    'keydown',
    (event) => {
      pressed.push(event.timeStamp);
      requestAnimationFrame(() => port2.postMessage(0));
    },
    { capture: true },
  );
}

/** A job with 60 tasks, budgeted for four roles. Answers its id. */
async function makeBudget(origin: string, cookie: string): Promise<number> {
  const post = <Made = { id: number }>(path: string, body: object) => postAs<Made>(origin, cookie, path, body);
  const answer = await fetch(`${origin}/api/jobs/settings/`, { headers: { cookie } });
  const { job_roles } = (await answer.json()) as { job_roles: { id: number }[] };
  const job = await post('/api/jobs/', { desc: 'Sixty tasks' });
  for (let task = 1; task <= TASKS; task += 1) {
    const milestones = Array.from({ length: IN_TASK }, (_, at) => ({ name: `Milestone ${task}.${at + 1}` }));
    const made = await post<{ milestones: { id: number }[] }>('/api/jobs/task/', { job: job.id, name: `Task ${task}`, milestones });
    const cells = made.milestones.flatMap(({ id }) =>
      job_roles.slice(0, ROLES).map((role) => ({ milestone: id, job_role: role.id, minutes: 60 })),
    );
    await post('/api/jobs/budget/cells/', { job: job.id, cells });
  }
  return job.id;
}

/** Types on a page of its own. Answers the milliseconds of each key, and how large the page was. */
async function typeOnce(context: BrowserContext, origin: string, place: Place, round: number): Promise<{ times: number[]; nodes: number }> {
  const { name, path, prepare, isTyped } = place;
  const keys = place.keys(round);
  const page = await context.newPage();
  await page.goto(`${origin}/app${path}`);
  await prepare(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.waitForTimeout(1000);
  await page.evaluate(noteKeyTimes);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  await page.waitForTimeout(1000);
  if (!(await isTyped(page, round))) throw new Error(`${name}: what was typed is not on the page.`);
  const times = await page.evaluate(() => (window as Measured).key_times ?? []);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  if (times.length !== keys.length) throw new Error(`${name}: ${keys.length} keys were pressed and ${times.length} measured.`);
  await page.close();
  return { times, nodes };
}

async function measure(context: BrowserContext, origin: string, place: Place): Promise<void> {
  const { name } = place;
  const rounds: Awaited<ReturnType<typeof typeOnce>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await typeOnce(context, origin, place, round));
  const middle = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  const times = rounds[0]!.times.map((_, key) => middle(rounds.map((round) => round.times[key]!))).sort((a, b) => a - b);
  const said = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0));
  console.log(`${name}: ${times.length} keys, p50 ${said[0]}, p95 ${said[1]}, slowest ${said[2]} ms; ${rounds[0]!.nodes} nodes`);
  if (place !== BARE) compare(`${name}, p95 per key`, percentile(times, 0.95), LIMIT_MS, 'ms');
}

/** Typed, taken back and typed again, twice: of fifteen keys the slowest alone would decide. */
function typeOver(text: string): string[] {
  const back = Array.from(text, () => 'Backspace');
  return [...text, ...back, ...text, ...back, ...text];
}

/** The cells are typed into as a person does it: a figure, Enter, the next; others in each round, as what stands there already is not written. */
function typeColumn(round: number): string[] {
  const figures = [[1], [2], [7, '.', 5], [3], [4], [1, 2], [6]];
  const column = figures.flatMap(([first, ...rest]) => [String(Number(first) + round), ...rest.map(String), 'Enter']);
  return Array.from({ length: 6 }, () => column).flat();
}

/** What the browser itself takes on this machine, on a page that holds nothing but the box: no target, but what the others stand beside. */
const BARE: Place = {
  name: 'a box alone',
  path: '/',
  async prepare(page) {
    await page.goto('about:blank');
    await page.setContent('<input autofocus>');
    await page.locator('input:focus').waitFor();
  },
  keys: () => typeOver('boundary survey'),
  isTyped: async (page) => (await page.locator('input').inputValue()) === 'boundary survey',
};

async function listPlaces(origin: string, cookie: string): Promise<Place[]> {
  const prepare = async (page: Page) => {
    await page.getByRole('row').nth(5).waitFor();
    await page.locator('input[type="search"]').first().click();
  };
  const search = (name: string, path: string, text: string): Place => ({
    name,
    path,
    prepare,
    keys: () => typeOver(text),
    isTyped: async (page) => (await page.locator('input:focus').inputValue()) === text,
  });
  return [
    BARE,
    search('jobs search', '/jobs?tab=jobs', 'boundary survey'),
    search('clients search', '/jobs?tab=clients', 'acadia holding'),
    {
      ...search('picker', '/job', 'acadia holding'),
      async prepare(page) {
        await page.getByLabel('Client', { exact: true }).click();
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'budget grid',
      path: `/job/${await makeBudget(origin, cookie)}/budget`,
      keys: typeColumn,
      async prepare(page) {
        await page.waitForLoadState('networkidle');
        await page.locator('[data-cell]').nth(8).click();
        await page.locator('[data-cell]:focus').waitFor();
      },
      isTyped: (page, round) =>
        page
          .locator('[data-cell]', { hasText: `${7 + round}:30` })
          .first()
          .isVisible(),
    },
  ];
}

const product = await startProduct();
const browser = await chromium.launch(WHOLE_CHROMIUM);
try {
  const cookie = await signIn(product.origin, 'mona');
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
  await context.addCookies(browserCookies(product.origin, cookie));
  await context.addInitScript(() => localStorage.setItem('jobs.budget.tutorial', 'completed'));
  const only = process.env.ONLY;
  for (const place of await listPlaces(product.origin, cookie))
    if (!only || place.name.includes(only)) await measure(context, product.origin, place);
} finally {
  await browser.close();
  await product.stop();
}
