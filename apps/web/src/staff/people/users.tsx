import { listUsers, StaffUserPatch } from '@dmse/contract/people/user';
import { ROLES } from '@dmse/domain/access/roles';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import type { ColumnOf } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';
import { DateText } from '../../parts/text/date-text.tsx';
import { useCan, useSelf } from '../../session/self.ts';
import type { StaffScreenProps } from '../pages.ts';
import { NewUser } from './new-user.tsx';
import { User } from './user.tsx';

const FIELDS = StaffUserPatch.shape;
const COLUMNS: readonly ColumnOf<typeof listUsers>[] = [
  { id: 'full_name', title: FIELDS.full_name, text: (row) => row.full_name, order: 'full_name', width: '22%' },
  { id: 'username', title: FIELDS.username, text: (row) => row.username, order: 'username', width: '14%' },
  { id: 'groups', title: FIELDS.granted, text: (row) => row.granted.join(', '), unset: 'Employee only' },
  {
    id: 'last_sign_in',
    title: 'Last sign-in',
    cell: (row) => <DateText value={row.last_sign_in} as="relative" unset="Never" />,
    order: 'last_sign_in',
    width: 140,
  },
  {
    id: 'is_active',
    title: 'State',
    cell: (row) => <Chip size="small" label={row.is_active ? 'Active' : 'Disabled'} color={row.is_active ? 'success' : 'default'} />,
    width: 110,
    card: 'chip',
  },
];

const FILTERS: readonly SearchFilter[] = [
  { kind: 'multi', name: 'group', label: 'Group', choices: ROLES.map((role) => ({ value: role, label: role })) },
  {
    kind: 'single',
    name: 'is_active',
    label: 'State',
    anyLabel: 'Any',
    choices: [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Disabled' },
    ],
  },
];

function UserList() {
  const { preferences } = useSelf();
  const mayWrite = useCan('users.write');
  return (
    <>
      <PageHeader title="Users and groups" />
      <SearchTable
        endpoint={listUsers}
        label="Users"
        noun={['user', 'users']}
        columns={COLUMNS}
        filters={FILTERS}
        rowLink={(row) => `/users/${row.id}`}
        pageSize={preferences.page_size}
        tools={
          mayWrite ? (
            <Button
              component={Link}
              {...({ to: '/users/new' } as object)}
              variant="contained"
              startIcon={<Icon name="person_add" size={18} />}
            >
              Create user
            </Button>
          ) : null
        }
      />
    </>
  );
}

export function Users({ rest }: StaffScreenProps) {
  if (rest === 'new') return <NewUser />;
  return /^\d+$/.test(rest) ? <User id={Number(rest)} /> : <UserList />;
}
