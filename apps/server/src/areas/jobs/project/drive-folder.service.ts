import { DriveProblem } from '../../../adapters/files/drive.ts';
import type { Context } from '../../../call/context.ts';
import { Refusal } from '../../../call/refusal.ts';
import { type Noun, type RowOf, updateRecord } from '../../../records/record.ts';
import { getSection } from '../../settings/setting/setting.service.ts';

/** The folder it was given first stays its folder, also when its title changes. */
function homeOf({ folder_url, num, desc }: RowOf<'job' | 'quote'>): string {
  const last = String(folder_url).replace(/\/$/, '').split('/').at(-1);
  return last ? decodeURIComponent(last) : `${num} ${desc}`;
}

/** Creates the folders of a job or quote, which is locked, on the firm's drive. */
export async function populateDrive(
  context: Context,
  noun: Noun<'job' | 'quote'>,
  row: RowOf<'job' | 'quote'>,
): Promise<{ folder_url: string; created: number }> {
  const { drive, folders } = await getSection(context.tx, 'folder_template');
  if (!drive) throw new Refusal('WRONG_STATE', 'No drive is set up. It is set in the staff panel, under Mail server and drive.');
  try {
    const made = await context.adapters.drive.createFolders({ drive, home: homeOf(row), folders });
    await updateRecord(context, noun, row, { folder_url: made.folder_url });
    return made;
  } catch (error) {
    if (error instanceof DriveProblem) throw new Refusal('WRONG_STATE', error.message);
    throw error;
  }
}
