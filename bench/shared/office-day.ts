import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@dmse/contract/clients/client';
import type { Campaign } from './campaign.ts';
import { clientAt, openDesk } from './examples/examples.ts';
import { insist, pause } from './insist.ts';

export type OfficeDay = {
  readonly acked: Map<number, string>;
  /** Milliseconds for which somebody went on asking until there was an answer, where the first was none. */
  readonly waits: number[];
  end(): Promise<void>;
  /** Compares with the database what people were told; what is missing, doubled or other goes to what is wrong. */
  check(): Promise<void>;
};

/** People at desks who write clients all the time, each until it is answered, through the same line as the crews; what was answered yes is noted on another disk than the product's. */
export async function openOfficeDay(campaign: Campaign, people: number): Promise<OfficeDay> {
  const { firm, proxy, wrong } = campaign;
  const notes = openSync(join(firm.home, 'office.jsonl'), 'a');
  let isOver = false;
  const acked: OfficeDay['acked'] = new Map();
  const waits: number[] = [];
  const desks = await Promise.all(Array.from({ length: people }, (_, at) => openDesk(firm, `office-${at + 1}`)));
  const days = desks.map(async (desk, at) => {
    const me = clientAt(proxy.origin, desk.person);
    for (let n = 1; !isOver; n += 1) {
      const name = `Client ${at + 1}-${n}`;
      const began = performance.now();
      let tries = 0;
      const before = () => {
        tries += 1;
      };
      const { status, text, body } = await insist({ ...desk, me }, createClient, {}, { name }, { before });
      if (tries > 1) waits.push(performance.now() - began);
      if (status === 201) {
        writeSync(notes, `${JSON.stringify({ id: body.id, name })}\n`);
        fsyncSync(notes);
        acked.set(body.id!, name);
      } else wrong.push(`a write in the office answered ${status} ${text.slice(0, 200)}`);
      await pause(60);
    }
  });
  return {
    acked,
    waits,
    async end() {
      isOver = true;
      await Promise.all(days);
      closeSync(notes);
    },
    async check() {
      if (process.env.SABOTAGE) await firm.sql('update client set name = $2 where id = $1', [[...acked.keys()][0], 'Somebody else']);
      const rows = await firm.sql<{ id: number; name: string }>(`select id, name from client`);
      const held = new Map(rows.map(({ id, name }) => [id, name]));
      for (const [id, name] of acked) if (held.get(id) !== name) wrong.push(`client ${id} "${name}" is lost: there is "${held.get(id)}"`);
      for (const { id, name } of rows) if (!acked.has(id)) wrong.push(`client ${id} "${name}" is there without an answer, or twice`);
    },
  };
}
