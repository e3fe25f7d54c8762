import { getSelf, type Self } from '@dmse/contract/people/user';
import { getSettingSection, type SettingSection, updateSettingSection } from '@dmse/contract/settings/core';
import { getSitesSettings, type SitesSettings } from '@dmse/contract/sites/settings';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { callKey } from '../../api/use-call.ts';
import { buildSelf } from '../../app/render-app.tsx';
import { renderPart, startServer } from '../../parts/render-part.tsx';

type Values = Record<string, unknown>;

/** A server that keeps one section as the real one does: versions count up, a stale save is refused with what stands there now. */
export function serveSection(section: SettingSection, value: Values, server: FakeServer = startServer()) {
  let stored = { version: 3, value };
  server.on(getSettingSection, () => stored);
  server.on(updateSettingSection, ({ params, body, ifMatch }) => {
    if (params.section !== section) throw new Refusal(404, { detail: 'Not found.' });
    if (ifMatch !== stored.version)
      throw new Refusal(409, { detail: 'Somebody else changed these settings.', code: 'CONFLICT', current: stored, changed: [] });
    stored = { version: stored.version + 1, value: { ...stored.value, ...body } };
    return stored;
  });
  return {
    server,
    stored: () => stored.value,
    editElsewhere: (patch: Values) => {
      stored = { version: stored.version + 1, value: { ...stored.value, ...patch } };
    },
    saves: () => server.callsOf(updateSettingSection),
  };
}

export const COORDINATES = {
  office_crs: surveyDefaults.office_crs,
  frame: surveyDefaults.frame,
  geoid_models: surveyDefaults.geoid_models.map(({ names, vertical_system }) => ({ names: [...names], vertical_system })),
  elevation_systems: ['CGVD28', 'CGVD2013'],
  undulation_grid: null as number | null,
  offset_grid: null as number | null,
  shift_keyed_in: false,
  refraction: 0.13,
};

export const CODES = {
  codes: [
    { code: 'MON', meaning: 'monument', kind: 'control', structure: null },
    { code: 'SAMH', meaning: 'sanitary manhole', kind: 'utility', structure: 'sanitary' },
    { code: 'TREE', meaning: 'tree', kind: 'feature', structure: null },
  ] as SitesSettings['codes'],
  control_codes: ['MON'],
};

export const NUMBERS = {
  accuracy_gate: 10,
  photo_max_px: 2560,
  photo_quality: 0.82,
  image_max_bytes: 41_943_040,
  form_bytes: 4_194_304,
  piece_bytes: 524_288,
  first_point_number: 5000,
  point_block: 1000,
};

export const RISKS = {
  task_types: ['Control survey', 'Legal survey'],
  hazards: ['Live traffic', 'Railway', 'Lightning'],
  controls: ['Spotter'],
  personal_protective_equipment: ['Hard hat'],
};

/** What the coordinates page reads beside its own section: the grids, above all. */
export function serveSites(server: FakeServer, grids: () => SitesSettings['geoid_grids']): void {
  server.on(getSitesSettings, () => ({
    ...CODES,
    tolerances: surveyDefaults.tolerances,
    ...COORDINATES,
    risk_lists: RISKS,
    ...NUMBERS,
    categories: [],
    geoid_grids: grids(),
    max_upload_bytes: 50_000_000,
    time_zone: 'America/Moncton',
  }));
}

function Signed({ self, children }: { self: Self; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => client.setQueryData(callKey(getSelf), self));
  return children;
}

/** A page of the panel as somebody sees it. */
export function renderPage(page: ReactNode, self: Self = buildSelf('alice'), address = '/part') {
  return renderPart(<Signed self={self}>{page}</Signed>, address);
}

export async function retype(user: ReturnType<typeof userEvent.setup>, label: string | RegExp, text: string): Promise<void> {
  const box = screen.getByLabelText(label);
  await user.clear(box);
  if (text) await user.type(box, text);
}
