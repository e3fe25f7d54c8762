// The tasks screen of a job with 400 milestones: how long after its data has arrived it is drawn and answers.
import { chromium, type Page } from 'playwright-core';
import { WHOLE_CHROMIUM } from '../e2e/shared/chromium.ts';
import { browserCookies, compare, percentile, postAs, signIn, startProduct } from './shared/product.ts';

const LIMIT_S = 1;
const TIMES = 7;
const TASKS = 20;
const IN_TASK = 20;

type Marked = Window & { interactive_at?: number };

/** Makes the job through the API, as an import would. Answers its id. */
async function makeJob(origin: string, cookie: string): Promise<number> {
  const post = (path: string, body: object) => postAs(origin, cookie, path, body);
  const job = await post('/api/jobs/', { desc: 'Four hundred milestones' });
  for (let task = 1; task <= TASKS; task += 1) {
    const milestones = Array.from({ length: IN_TASK }, (_, at) => ({ name: `Milestone ${task}.${at + 1}`, due_date: '2026-05-01' }));
    await post('/api/jobs/task/', { job: job.id, name: `Task ${task}`, milestones });
  }
  return job.id;
}

/** Marks the moment every row is there, the frame with them has been made, and the page has nothing more urgent to do. */
function markInteractive(rows: number): void {
  const watch = new MutationObserver(() => {
    if (document.querySelectorAll('tr.milestone').length < rows) return;
    watch.disconnect();
    requestAnimationFrame(() =>
      requestIdleCallback(() => {
        (window as Marked).interactive_at = performance.now();
      }),
    );
  });
  watch.observe(document, { childList: true, subtree: true });
}

async function openOnce(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.waitForFunction(() => (window as Marked).interactive_at !== undefined, null, { timeout: 60_000 });
  return page.evaluate(() => {
    const data = performance.getEntriesByType('resource').filter(({ name }) => /\/api\/jobs\/task(-group)?\//.test(name));
    const arrived = Math.max(...data.map((entry) => (entry as PerformanceResourceTiming).responseEnd));
    return (window as Marked).interactive_at! - arrived;
  });
}

/** How long a row takes to its new place on the page after the key, in milliseconds. */
async function timeMove(page: Page): Promise<number> {
  const name = page.getByRole('button', { name: 'Milestone 1.1. Rename', exact: true });
  await name.focus();
  const moved = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        document.addEventListener('keydown', () => (pressed = performance.now()), { capture: true, once: true });
        const watch = new MutationObserver(() => {
          if (!document.querySelectorAll('tr.milestone')[1]?.textContent.includes('Milestone 1.1')) return;
          watch.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - pressed));
        });
        watch.observe(document.querySelector('tbody')!, { childList: true });
      }),
  );
  await page.keyboard.press('Alt+ArrowDown');
  return moved;
}

const product = await startProduct();
const browser = await chromium.launch(WHOLE_CHROMIUM);
try {
  const cookie = await signIn(product.origin, 'mona');
  const url = `${product.origin}/app/job/${await makeJob(product.origin, cookie)}/tasks`;
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
  await context.addCookies(browserCookies(product.origin, cookie));
  await context.addInitScript(() => localStorage.setItem('jobs.tasks.tutorial2', 'completed'));
  await context.addInitScript(markInteractive, TASKS * IN_TASK);
  const page = await context.newPage();
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) times.push((await openOnce(page, url)) / 1000);
  times.sort((a, b) => a - b);
  console.log(`${TASKS * IN_TASK} milestones, drawn and idle after their data: ${times.map((time) => time.toFixed(2)).join(' ')} s`);
  console.log(`a milestone moved by Alt+↓ is drawn after ${(await timeMove(page)).toFixed(0)} ms`);
  compare('tasks screen interactive, p50', percentile(times, 0.5), LIMIT_S, 's');
} finally {
  await browser.close();
  await product.stop();
}
