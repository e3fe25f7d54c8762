import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrive, DriveProblem, folderName } from './drive.ts';

const FOLDERS = ['01 Quote', '04 Field data/Raw', '04 Field data/Photos'];

describe('a drive on disk', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'dmse-drive-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('creates the tree once; what people put there stays, and the second time there is nothing to do', async () => {
    const drive = createDrive({ roots: [root] });
    const wish = { drive: root, home: '26-0041 Lot 7 / phase 2', folders: FOLDERS };
    const { folder_url, created } = await drive.createFolders(wish);
    const home = fileURLToPath(folder_url);
    expect([created, home]).toEqual([5, join(root, '26-0041 Lot 7 phase 2')]);
    expect((await readdir(join(home, '04 Field data'))).sort()).toEqual(['Photos', 'Raw']);
    await writeFile(join(home, '01 Quote', 'signed.pdf'), 'precious');
    expect(await drive.createFolders(wish)).toEqual({ folder_url, created: 0 });
    expect(await readFile(join(home, '01 Quote', 'signed.pdf'), 'utf8')).toBe('precious');
    expect((await drive.createFolders({ ...wish, folders: [...FOLDERS, '09 New'] })).created).toBe(1);
  });

  it('no name leads out of the drive', async () => {
    const drive = createDrive({ roots: [root] });
    await drive.createFolders({
      drive: root,
      home: '../../../evil',
      folders: ['../../up', '..', 'a/../../b', '/etc', 'C:\\x', 'nul\u0000l'],
    });
    const [home, ...others] = await readdir(root);
    expect(others).toEqual([]);
    expect(home).not.toContain('/');
    for (const name of ['..', '.', '...', '../x', '', 'CON', 'a\u0000b', 'x'.repeat(500), 'trailing. . '])
      expect(folderName(name), JSON.stringify(name)).toMatch(/^(?!\.)[^/\\\p{Cc}]{1,121}(?<![. ])$/u);
  });

  it('a link that leads elsewhere, or a file in the way, is not followed', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'dmse-elsewhere-'));
    await symlink(elsewhere, join(root, '26-0041'));
    const asked = createDrive({ roots: [root] }).createFolders({ drive: root, home: '26-0041', folders: FOLDERS });
    await expect(asked).rejects.toThrow('is on the drive already, and is not a folder of it');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
    await mkdir(join(root, '26-0042'));
    await writeFile(join(root, '26-0042', '01 Quote'), 'a file');
    await expect(createDrive({ roots: [root] }).createFolders({ drive: root, home: '26-0042', folders: FOLDERS })).rejects.toThrow(
      DriveProblem,
    );
    expect(await readFile(join(root, '26-0042', '01 Quote'), 'utf8')).toBe('a file');
  });

  it('a drive that is not there, or not a full path, is told in a sentence', async () => {
    const ask = (drive: string) => createDrive({ roots: [root] }).createFolders({ drive, home: 'x', folders: [] });
    await expect(ask(join(root, 'gone'))).rejects.toThrow('The drive is not there');
    await expect(ask('some/where')).rejects.toThrow('Use a full path');
    await expect(ask('ftp://drive')).rejects.toThrow('Use a full path');
  });

  it('lies in the folders for drives, whatever its path says and wherever a link leads', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'dmse-elsewhere-'));
    await mkdir(join(root, 'projects'));
    await symlink(elsewhere, join(root, 'linked'));
    const drive = createDrive({ roots: [root] });
    const ask = (path: string) => drive.createFolders({ drive: path, home: 'x', folders: [] });
    expect((await ask(join(root, 'projects'))).created).toBe(1);
    for (const path of [elsewhere, '/', '/etc', `${root}-other`, `${root}/../${basename(elsewhere)}`]) {
      const why = `Use a folder in ${root}.`;
      expect(await drive.whyNot(path), path).toContain(why);
      await expect(ask(path), path).rejects.toThrow(why);
    }
    await expect(ask(join(root, 'linked'))).rejects.toThrow('leads out of the folders for drives');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });
});

describe('a WebDAV drive', () => {
  const there = new Set<string>();
  let seen: { method: string; url: string; authorization: string | undefined }[] = [];
  let answerWith: number | null = null;
  let server: Server;
  let url: string;
  beforeEach(async () => {
    there.clear();
    seen = [];
    answerWith = null;
    server = createServer((request, response) => {
      const { method = '', url: path = '' } = request;
      seen.push({ method, url: path, authorization: request.headers.authorization });
      response.statusCode = answerWith ?? (there.has(path) ? 405 : 201);
      if (answerWith === 302) response.setHeader('Location', 'http://127.0.0.1:1/elsewhere/');
      there.add(path);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dav/jobs`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  afterAll(() => server.close());

  it('creates collections, parents first, and is content with what is there', async () => {
    const drive = createDrive({ roots: [], user: 'dmse', password: 'geheim', isAllowed: () => true });
    const wish = { drive: url, home: '26-0041 Lot 7 & é', folders: FOLDERS };
    expect(await drive.createFolders(wish)).toEqual({ folder_url: `${url}/26-0041%20Lot%207%20%26%20%C3%A9/`, created: 5 });
    expect(seen.map((one) => one.method)).toEqual(['MKCOL', 'MKCOL', 'MKCOL', 'MKCOL', 'MKCOL']);
    expect(seen[0]).toMatchObject({ url: '/dav/jobs/26-0041%20Lot%207%20%26%20%C3%A9/', authorization: `Basic ${btoa('dmse:geheim')}` });
    expect((await drive.createFolders(wish)).created).toBe(0);
  });

  it('a refusal, a redirect and an address of this machine are told; nothing is followed', async () => {
    const drive = createDrive({ roots: [], isAllowed: () => true });
    const wish = { drive: url, home: '26-0041', folders: FOLDERS };
    answerWith = 401;
    await expect(drive.createFolders(wish)).rejects.toThrow('another user or password');
    answerWith = 302;
    await expect(drive.createFolders(wish)).rejects.toThrow('answer 302');
    seen = [];
    await expect(createDrive({ roots: [] }).createFolders(wish)).rejects.toThrow('not an address that may be asked');
    await expect(createDrive({ roots: [] }).createFolders({ ...wish, drive: url.replace('127.0.0.1', 'localhost') })).rejects.toThrow(
      'did not answer',
    );
    expect(seen).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1/dav', 'not an address that may be asked'],
    ['http://localhost/dav', 'not an address that may be asked'],
    ['https://[::1]/dav', 'not an address that may be asked'],
    ['https://user:pass@drive.example.ca/', 'Leave the user and the password out'],
    ['https://drive.example.ca/?x=1', 'without ? and #'],
    ['https://', 'cannot be read'],
  ])('that will be refused is refused when it is typed: %s', async (address, why) => {
    expect(await createDrive({ roots: [] }).whyNot(address)).toContain(why);
  });
});
