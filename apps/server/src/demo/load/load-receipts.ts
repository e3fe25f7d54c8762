import { sql } from 'kysely';
import type { FileStore } from '../../adapters/files/file-store.ts';
import * as fileRows from '../../areas/files/file/file.queries.ts';
import type { Loading } from '../bulk-load.ts';
import type { Random } from '../firm/random.ts';
import { writeJpeg, writePdf } from '../plans/plan-file.ts';
import { drawReceipt, type ReceiptFacts } from '../plans/receipt.ts';

/** The newest ones: what people look at and decide on. More would be drawn only to lie there. */
const COUNT = 36;
/** What is handed over a counter is photographed; a bill comes as a PDF. */
const SLIPS = ['Fuel', 'Meals', 'Parking and tolls', 'Survey supplies'];
/** Enough to read on a phone. */
const DPI = 120;

type Paid = ReceiptFacts & { user: number; created_on: string };
type DrawnReceipt = Paid & { name: string; bytes: Buffer; mime_type: string };

/** Most of the newest expenses; some have no receipt, as people forget them, and those sent back for it have none. */
export async function listReceipted({ tx }: Pick<Loading, 'tx'>): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select e.id, e.vendor, c.name as category, e.date, e.gross, e.tax, 'HST ' || round(e.tax * 100.0 / nullif(e.gross - e.tax, 0)) || '%' as tax_name,
      e."user", e.created_on
    from expense e join expense_category c on c.id = e.category
    where e.comment = '' and e.id % 5 <> 0 order by e.id desc limit ${COUNT}`.execute(tx);
  return rows;
}

/** Drawn beside what else is loaded, on threads of the picture library. */
export async function drawReceipts(random: Random, paid: readonly Paid[]): Promise<DrawnReceipt[]> {
  const drawn: DrawnReceipt[] = [];
  for (const row of paid) {
    const own = random.fork(`receipt ${row.id}`);
    const sheet = drawReceipt(own, row);
    const isSlip = SLIPS.includes(row.category);
    const name = `${row.vendor.split(',')[0]} ${row.date}.${isSlip ? 'jpg' : 'pdf'}`;
    const bytes = isSlip ? await writeJpeg(own, sheet, DPI) : await writePdf([sheet], name, row.date);
    drawn.push({ ...row, name, bytes, mime_type: isSlip ? 'image/jpeg' : 'application/pdf' });
  }
  return drawn;
}

export async function storeReceipts({ tx }: Pick<Loading, 'tx'>, files: FileStore, drawn: readonly DrawnReceipt[]): Promise<void> {
  const stored = await files.putAll(drawn.map(({ bytes }) => bytes));
  const ids = await fileRows.insertMany(
    tx,
    drawn.map(({ name, mime_type, created_on, user }, at) => ({ ...stored[at]!, name, mime_type, created_on, created_by: user })),
  );
  await tx
    .insertInto('expense_receipt')
    .values(drawn.map(({ id }, at) => ({ expense: id, file: ids[at]!, position: 0 })))
    .execute();
}
