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
};
