import { describe, expect, it } from 'vitest';
import { sayWhoWasMailed, whoIsTold, whyNobodyIsTold } from './memo-recipients.ts';

const mona = { id: 1, full_name: 'Mona Martin', is_active: true };
const joe = { id: 2, full_name: 'Joe Jardine', is_active: true };
const gone = { id: 3, full_name: 'Gus Gone', is_active: false };
const NOBODY = { project_manager: null, project_leads: [] };

describe('memo recipients', () => {
  it('are the project manager and the leads, each once, without the author and those who have left', () => {
    const leading = { project_manager: mona, project_leads: [joe, mona, gone] };
    expect(whoIsTold(leading, [])).toEqual([
      { id: 1, full_name: 'Mona Martin', role: 'Project manager' },
      { id: 2, full_name: 'Joe Jardine', role: 'Project lead' },
    ]);
    expect(whoIsTold(leading, [1]).map(({ id }) => id)).toEqual([2]);
  });

  it.each([
    [{ project_manager: mona, project_leads: [joe] }, null],
    [NOBODY, 'this job has no project manager and no leads'],
    [{ project_manager: mona, project_leads: [] }, 'this job has no leads'],
    [{ project_manager: null, project_leads: [mona] }, 'you are the only one who leads this job'],
    [{ project_manager: mona, project_leads: [gone] }, 'those who run this job no longer have an account'],
    [{ project_manager: gone, project_leads: [] }, 'those who run this job no longer have an account'],
  ])('that are none have a reason: %j', (leading, why) => {
    expect(whyNobodyIsTold('job', leading, mona.id)).toBe(why);
  });
});

describe('memo toast', () => {
  const mailed = (...names: string[]) => names.map((name) => ({ name, is_refused: false }));

  it('names who was mailed', () => {
    expect(sayWhoWasMailed(mailed('Mona Leblanc'), null)).toBe('Mailed to Mona Leblanc.');
    expect(sayWhoWasMailed(mailed('Mona Leblanc', 'Joe Jardine'), null)).toBe('Mailed to Mona Leblanc and Joe Jardine.');
    expect(sayWhoWasMailed(mailed('Mona Leblanc', 'Joe Jardine', 'Pia Poirier'), null)).toBe('Mailed to Mona Leblanc and 2 others.');
    expect(sayWhoWasMailed(mailed('Ann Roy Jr.'), null)).toBe('Mailed to Ann Roy Jr.');
  });

  it('says when nobody was, and why', () => {
    expect(sayWhoWasMailed([], 'this job has no leads')).toBe('Nobody was mailed: this job has no leads.');
    expect(sayWhoWasMailed([], null)).toBe('Nobody was mailed.');
    const refused = [{ name: 'Joe Jardine', is_refused: true }];
    expect(sayWhoWasMailed(refused, null)).toBe('Joe Jardine could not be mailed: the address is not right.');
    expect(sayWhoWasMailed([...mailed('Mona Leblanc'), ...refused], null)).toBe(
      'Mailed to Mona Leblanc. Joe Jardine could not be mailed: the address is not right.',
    );
  });
});
