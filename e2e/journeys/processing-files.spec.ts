import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ask, signIn } from '../shared/ask.ts';
import { expect, test, visit } from '../shared/journey.ts';
import { FILES, startRun } from '../shared/processing.ts';
import { type Product, startProduct } from '../shared/product.ts';

/** A product of one's own, to be killed. */
const own = test.extend<{ firm: Product }>({
  firm: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its first parameter
    async ({}, use) => {
      const firm = await startProduct();
      await use(firm);
      await firm.stop();
      firm.remove();
    },
    { timeout: 120_000 },
  ],
});

/** So many bytes of remarks in the raw file that reading it takes a while. */
const REMARKS = Buffer.from('--a remark the collector wrote\r\n'.repeat(600_000));

function withLongRaw() {
  return FILES.map((path) => {
    const bytes = readFileSync(path);
    return { name: basename(path), mimeType: '', buffer: path.endsWith('.rw5') ? Buffer.concat([bytes, REMARKS]) : bytes };
  });
}

const LARGE = 200 * 1024 * 1024;

/** A file of 200 MB that begins like this. */
function writeLarge(folder: string, name: string, beginning: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, beginning);
  truncateSync(path, LARGE);
  return path;
}

test('200 MB is refused with a sentence for each kind; a long import is seen by another person while it is read @nightly', async ({
  signInAs,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'dmse-large-'));
  const pia = await signInAs('pia', { path: '/app/field' });
  const run = await startRun(pia, 'Large import');
  await visit(pia, `/app/processing/start?fieldrun=${run}`);
  const input = pia.getByLabel('Files of the run');
  const large = [
    writeLarge(folder, 'raw.rw5', readFileSync(FILES.find((path) => path.endsWith('.rw5'))!)),
    writeLarge(folder, 'letter.rw5', 'Dear Sir, this is no raw file.\r\n'.repeat(1000)),
    writeLarge(folder, 'archive.zip', Buffer.from('PK\u0003\u0004')),
    writeLarge(folder, 'binary.rw5', Buffer.alloc(1000, 1)),
  ];
  for (const path of large) await input.setInputFiles(path);
  await expect(pia.getByText('The file has 200 MB; at most 100 MB are read.')).toHaveCount(3, { timeout: 60_000 });
  await expect(pia.getByText('The archive cannot be opened.')).toBeVisible();
  await expect(pia.getByRole('button', { name: 'Import files' })).toBeDisabled();
  rmSync(folder, { recursive: true });

  await visit(pia, `/app/processing/start?fieldrun=${run}`);
  await pia.getByLabel('Files of the run').setInputFiles(withLongRaw());
  const alice = await signInAs('alice', { path: `/app/processing/${run}` });
  await expect(alice.getByText('No files have been imported yet.')).toBeVisible();
  await pia.getByRole('button', { name: 'Import 5 files' }).click();
  await expect(pia.getByText(/^The server is reading the files: file 1 of 5, [\d.]+ \w+ of [\d.]+ MB$/)).toBeVisible();
  await pia.close();
  await alice.reload();
  await expect(alice.getByText('Pia Poirier has sent them.')).toBeVisible();
  await expect(alice.getByRole('link', { name: /^2\. Validate/ })).toBeVisible({ timeout: 60_000 });
});

/** A zip of files as they are: as large as what is in it. */
function writeZip(path: string, files: readonly { name: string; bytes: Buffer }[]): void {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const label = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from('PK\u0003\u0004'), facts, label, bytes);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, label);
    at += 30 + label.length + bytes.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  writeFileSync(path, Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end]));
}

test('a zip of 60 MB is taken apart in the browser, and all of it is imported @nightly', async ({ signInAs }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'dmse-zip-'));
  const path = join(folder, 'day.zip');
  const remarks = Buffer.concat([REMARKS, REMARKS, REMARKS]);
  const inside = FILES.map((file) => {
    const bytes = readFileSync(file);
    return { name: `day/${basename(file)}`, bytes: file.endsWith('.rw5') ? Buffer.concat([bytes, remarks]) : bytes };
  });
  writeZip(path, [...inside, { name: '__MACOSX/day/._x', bytes: Buffer.from('x') }]);
  expect(statSync(path).size).toBeGreaterThan(55_000_000);
  const page = await signInAs('pia', { path: '/app/field' });
  const run = await startRun(page, 'Zip of the day');
  await visit(page, `/app/processing/start?fieldrun=${run}`);
  await page.getByLabel('Files of the run').setInputFiles(path);
  await expect(page.getByText('SurvPC Version 7.05')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Import 5 files' }).click();
  await expect(page).toHaveURL(/step=validate/, { timeout: 120_000 });
  const { files } = await ask<{ files: { name: string; bytes: number }[] }>(page, 'GET', `/api/sites/fieldrun-processing/${run}/`);
  expect(files.map(({ name }) => name).sort()).toEqual(FILES.map((file) => basename(file)).sort());
  rmSync(folder, { recursive: true });
});

test('a folder that is dropped is taken apart, with what lies in folders below; what computers lay beside it is left @long', async ({
  signInAs,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'dmse-folder-'));
  mkdirSync(join(folder, 'base/ppp'), { recursive: true });
  for (const file of FILES)
    cpSync(file, join(folder, file.endsWith('.sum') ? 'base/ppp' : file.endsWith('.ref') ? 'base' : '', basename(file)));
  for (const name of ['.DS_Store', 'base/Thumbs.db']) writeFileSync(join(folder, name), 'x');
  const page = await signInAs('pia', { path: '/app/field' });
  const run = await startRun(page, 'Folder of the day');
  await visit(page, `/app/processing/start?fieldrun=${run}`);
  const zone = await page.getByText('Drop all files of the run here').boundingBox();
  const chrome = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await chrome.send('Input.dispatchDragEvent', {
      type,
      x: zone!.x + 10,
      y: zone!.y + 10,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  await expect(page.getByText('SurvPC Version 7.05')).toBeVisible();
  await page.getByRole('button', { name: 'Import 5 files' }).click();
  await expect(page).toHaveURL(/step=validate/);
  rmSync(folder, { recursive: true });
});

own(
  'the server is killed in the middle of an import: nothing of it stays, and sent again the run goes on @long',
  async ({ browser, firm }) => {
    test.slow();
    const context = await browser.newContext({ baseURL: firm.origin, locale: 'en-CA', reducedMotion: 'reduce', serviceWorkers: 'block' });
    await signIn(context, 'pia');
    const page = await context.newPage();
    await page.goto('/app/field');
    const run = await startRun(page, 'Killed server');
    await visit(page, `/app/processing/start?fieldrun=${run}`);
    await page.getByLabel('Files of the run').setInputFiles(withLongRaw());
    await page.getByRole('button', { name: 'Import 5 files' }).click();
    await expect(page.getByText(/^The server is reading the files/)).toBeVisible();
    await firm.stop('SIGKILL');
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await firm.startAgain();

    type Seen = { state: string; attempt: object | null; files: object[] };
    const look = () => ask<Seen>(page, 'GET', `/api/sites/fieldrun-processing/${run}/`);
    expect(await look()).toMatchObject({ state: 'Active', attempt: null, files: [] });
    // The files are still chosen: they are sent again.
    await page.getByRole('button', { name: 'Import 5 files' }).click();
    await expect(page).toHaveURL(/step=validate/, { timeout: 60_000 });
    expect(await look()).toMatchObject({ state: 'Processing', files: { length: 5 } });
    await page.getByRole('link', { name: /^3\. Shifts/ }).click();
    await page.getByRole('button', { name: 'Apply shift' }).click();
    await expect(page.getByRole('link', { name: '3. Shifts nothing open' })).toBeVisible();
    await context.close();
  },
);
