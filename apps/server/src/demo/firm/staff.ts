import { NAMED_PEOPLE } from '@dmse/domain/access/named-people';
import type { Role } from '@dmse/domain/access/roles';
import { daysBefore } from './days.ts';
import { mailName, personName, tongueOf } from './names.ts';
import type { Random } from './random.ts';

export type StaffMember = {
  id: number;
  username: string;
  full_name: string;
  initials: string;
  email: string;
  phone: string;
  granted: Role[];
  is_project_manager: boolean;
  job_role: string;
  weekly_minutes: number;
  start_date: string;
  supervised_by: string | null;
};

type Post = { full_name: string; job_role: string; granted: Role[]; supervised_by: string | null; is_project_manager?: boolean };

const FIELD: Role[] = ['Field Editor', 'Timesheet User', 'Expenses User'];
const OFFICE: Role[] = ['Jobs User', 'Timesheet User', 'Expenses User'];

/** The rest of the house: two who supervise, three who manage projects, four crews of two, and those who draw and keep the books. */
const POSTS: readonly Post[] = [
  {
    full_name: 'Gérald Doiron',
    job_role: 'Land surveyor',
    granted: ['Jobs Admin', 'Field Admin', 'Timesheet User'],
    supervised_by: null,
    is_project_manager: true,
  },
  {
    full_name: 'Heather Lockhart',
    job_role: 'Engineer',
    granted: ['Jobs Manager', 'Field User', 'Timesheet User'],
    supervised_by: null,
    is_project_manager: true,
  },
  {
    full_name: 'Luc Bastarache',
    job_role: 'Project manager',
    granted: ['Jobs Manager', 'Field User', 'Timesheet User'],
    supervised_by: 'gerald.doiron',
    is_project_manager: true,
  },
  {
    full_name: 'Sandra Kierstead',
    job_role: 'Project manager',
    granted: ['Jobs Manager', 'Field User', 'Timesheet User'],
    supervised_by: 'heather.lockhart',
    is_project_manager: true,
  },
  {
    full_name: 'Étienne Lanteigne',
    job_role: 'Project manager',
    granted: ['Jobs Manager', 'Field Editor', 'Timesheet User'],
    supervised_by: 'gerald.doiron',
    is_project_manager: true,
  },
  { full_name: 'Doug Mitton', job_role: 'Party chief', granted: FIELD, supervised_by: 'gerald.doiron' },
  { full_name: 'Nadine Haché', job_role: 'Survey technician', granted: FIELD, supervised_by: 'doug.mitton' },
  { full_name: 'Réjean Savoie', job_role: 'Party chief', granted: FIELD, supervised_by: 'gerald.doiron' },
  { full_name: 'Cameron Ross', job_role: 'Survey technician', granted: FIELD, supervised_by: 'rejean.savoie' },
  { full_name: 'Shannon Estabrooks', job_role: 'Party chief', granted: FIELD, supervised_by: 'heather.lockhart' },
  { full_name: 'Mathieu Godin', job_role: 'Survey technician', granted: FIELD, supervised_by: 'shannon.estabrooks' },
  { full_name: 'Neil Trites', job_role: 'Party chief', granted: FIELD, supervised_by: 'heather.lockhart' },
  { full_name: 'Valérie Thibodeau', job_role: 'Survey technician', granted: FIELD, supervised_by: 'neil.trites' },
  {
    full_name: 'Colin Parlee',
    job_role: 'CAD technician',
    granted: [...OFFICE, 'Field Data Processor'],
    supervised_by: 'sandra.kierstead',
  },
  { full_name: 'Josée Goguen', job_role: 'CAD technician', granted: [...OFFICE, 'Historicals Editor'], supervised_by: 'luc.bastarache' },
  {
    full_name: 'Debbie Wortman',
    job_role: 'Administration',
    granted: [...OFFICE, 'Invoices User'],
    supervised_by: 'heather.lockhart',
  },
  {
    full_name: 'Omer Vautour',
    job_role: 'Administration',
    granted: [...OFFICE, 'Invoices Admin', 'Payments Admin'],
    supervised_by: 'heather.lockhart',
  },
];

/** Who else works at a large firm: teams of twelve, each led by its surveyor. */
const TEAM = [
  'Land surveyor',
  'Party chief',
  'Survey technician',
  'CAD technician',
  'Party chief',
  'Data processor',
  'Engineer',
  'CAD technician',
  'Administration',
  'Project manager',
  'Party chief',
  'Administration',
];
const OUT_IN_THE_FIELD = ['Party chief', 'Survey technician'];

function makeTeams(random: Random, count: number): (Post & { username: string })[] {
  const people: (Post & { username: string })[] = [];
  for (let i = 0; i < count; i += 1) {
    const full_name = personName(random, tongueOf(random));
    const job_role = TEAM[i % TEAM.length]!;
    const lead = people[i - (i % TEAM.length)]?.username ?? (i % 2 === 0 ? 'gerald.doiron' : 'heather.lockhart');
    const granted = OUT_IN_THE_FIELD.includes(job_role) ? FIELD : OFFICE;
    people.push({ full_name, username: `${mailName(full_name)}.${i + 1}`, job_role, granted, supervised_by: lead });
  }
  return people;
}

const NAMED_POSTS: Record<string, { job_role: string; supervised_by: string | null }> = {
  alice: { job_role: 'Principal', supervised_by: null },
  mona: { job_role: 'Project manager', supervised_by: 'alice' },
  joe: { job_role: 'Administration', supervised_by: 'mona' },
  fern: { job_role: 'Party chief', supervised_by: 'mona' },
  pia: { job_role: 'Data processor', supervised_by: 'gerald.doiron' },
  ivan: { job_role: 'Administration', supervised_by: 'alice' },
  tess: { job_role: 'Administration', supervised_by: 'ivan' },
  chelsea: { job_role: 'Survey technician', supervised_by: 'tess' },
};

function initialsOf(name: string): string {
  return name
    .split(/[\s-]+/)
    .map((part) => part[0] ?? '')
    .join('')
    .toUpperCase();
}

/** Those who enter clients, quotes and jobs and go out for runs, whatever the size of the firm. */
export const HOUSE = NAMED_PEOPLE.length + POSTS.length;

/** Everyone at the firm; the named ones come first and keep their numbers whatever is added. */
export function makeStaff(random: Random, now: string, count: number): StaffMember[] {
  const named = NAMED_PEOPLE.map(({ says: _, ...person }) => ({ is_project_manager: false, ...person, ...NAMED_POSTS[person.username]! }));
  const teams = makeTeams(random.fork('teams'), Math.max(0, count - HOUSE));
  const others = [...POSTS, ...teams].map((post) => {
    return { is_project_manager: false, username: mailName(post.full_name), initials: initialsOf(post.full_name), ...post };
  });
  return [...named, ...others].map((person, i) => {
    const isStudent = person.username === 'chelsea';
    // All but the student were here before the first client of the list was entered.
    const start = daysBefore(now, isStudent ? 120 : random.int(1300, 6500));
    return {
      ...person,
      id: i + 1,
      email: `${person.username}@example.ca`,
      phone: `506-555-01${String((i + 1) % 100).padStart(2, '0')}`,
      weekly_minutes: isStudent ? 1800 : 2400,
      start_date: start.slice(0, 10),
    };
  });
}

/** Who enters and corrects clients. */
export function listEditors(staff: readonly StaffMember[]): number[] {
  const roles: Role[] = ['Jobs User', 'Jobs Manager', 'Jobs Admin'];
  return staff.filter((person) => person.granted.some((role) => roles.includes(role))).map((person) => person.id);
}
