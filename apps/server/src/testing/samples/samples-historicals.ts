import { makeFile, type Sample, type Scene, STAMPS } from '../fixtures/scene.ts';

async function makeHistorical({ tx }: Scene): Promise<number> {
  const values = { file_number: 'H-12', ...STAMPS };
  return (await tx.insertInto('historical_file').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

function makePdf(scene: Scene): Promise<number> {
  return makeFile(scene, 'scan.pdf', '%PDF-1.4\n', 'application/pdf');
}

async function makeScan(scene: Scene) {
  const id = await makeHistorical(scene);
  const row = { historical_file: id, file: await makePdf(scene), created_on: STAMPS.created_on, created_by: scene.owner };
  return { id, scanId: (await scene.tx.insertInto('historical_scan').values(row).returning('id').executeTakeFirstOrThrow()).id };
}

/** A page of one tile, which is no picture. */
async function makePage(scene: Scene) {
  const { id, scanId } = await makeScan(scene);
  const tiles = await makeFile(scene, 'page-1.tiles', '\b\0\0\0\f\0\0\0tile', 'application/octet-stream');
  const page = { scan: scanId, historical_file: id, page: 1, width: 4, height: 4, tiles, text_source: 'file', text: 'Plan 12' };
  await scene.tx.insertInto('scan_page').values(page).execute();
  await scene.tx.updateTable('historical_scan').set({ state: 'ready', pages: 1, pages_done: 1 }).where('id', '=', scanId).execute();
  return { id, scanId, page: 1 };
}

const historical = { own: async (scene: Scene) => ({ id: await makeHistorical(scene) }) };

export const HISTORICAL_SAMPLES: Record<string, Sample> = {
  createHistoricalFile: { body: { file_number: 'H-13' } },
  getHistoricalFile: historical,
  updateHistoricalFile: { ...historical, body: { note: 'x' } },
  removeHistoricalFile: historical,
  listHistoricalFileHistory: historical,
  listHistoricalScans: historical,
  addHistoricalScan: { ...historical, body: async (scene: Scene) => ({ file: await makePdf(scene) }), theirs: [] },
  removeHistoricalScan: { own: makeScan },
  readHistoricalScan: { own: makeScan },
  listScanPages: { own: makeScan },
  getScanTile: { own: async (scene: Scene) => ({ ...(await makePage(scene)), level: 0, column: 0, row: 0 }) },
  getScanThumbnail: { own: makePage },
  findWordsOnPage: { own: makePage },
  createHistoricalDrafts: { body: async (scene: Scene) => ({ files: [await makePdf(scene)] }), theirs: [] },
};
