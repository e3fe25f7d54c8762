import type { Endpoint, InputOf } from '@dmse/contract/endpoint';
import Button from '@mui/material/Button';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { z } from 'zod';
import { useCall } from '../../api/use-call.ts';
import type { ByField, FormSchema, FormValues } from '../../parts/form/form-values.ts';
import { RecordForm } from '../../parts/form/record-form.tsx';
import { Icon } from '../../parts/icon/icon.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PagePending } from '../../parts/page/page-pending.tsx';
import type { RowOf, SearchColumn } from '../../parts/search/search-column.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { SearchTable } from '../../parts/search/search-table.tsx';

const FILTERS: readonly SearchFilter[] = [
  {
    kind: 'single',
    name: 'is_active',
    label: 'In use',
    choices: [
      { value: 'true', label: 'In use' },
      { value: 'false', label: 'Switched off' },
    ],
  },
];

/** A column is called as its field is, unless it says otherwise. */
export type ListColumn<Row> = SearchColumn<Row> | (Omit<SearchColumn<Row>, 'title'> & { id: keyof Row });
const titled = <Row,>(columns: readonly ListColumn<Row>[], { shape }: FormSchema): SearchColumn<Row>[] =>
  columns.map((column) => ('title' in column ? column : { ...column, title: shape[column.id] as z.ZodType }));

/** A call whose body is a record. */
type Saving<S extends FormSchema> = Endpoint & { declaration: { body: S } };

const idOf = (row: unknown): number => (row as { id: number }).id;

export type ListPageProps<E extends Endpoint, S extends FormSchema = FormSchema> = {
  /** What the address says after the page: nothing, "new", or a record's number. */
  rest: string;
  /** /staff/<path> */
  path: string;
  title: string;
  subtitle: string;
  /** One and many: ['job role', 'job roles']. */
  noun: readonly [string, string];
  list: E;
  create: Saving<S>;
  update: Saving<FormSchema>;
  initial: ByField<S, unknown>;
  columns: readonly ListColumn<RowOf<E>>[];
  nameOf: (row: RowOf<E>) => string;
  /** FormSections with fields. */
  children: ReactNode;
};

/** A list of the staff panel and the form of one of its records. Nothing in it is deleted: what is no longer wanted is switched off. */
export function ListPage<E extends Endpoint, S extends FormSchema>(props: ListPageProps<E, S>) {
  const { rest, path, title, subtitle, noun, list, update, nameOf } = props;
  const columns = useMemo(() => titled(props.columns, update.declaration.body), [props.columns, update]);
  if (rest !== '') return <RecordOf {...props} />;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <SearchTable
        endpoint={list}
        label={title}
        noun={noun}
        columns={columns}
        filters={FILTERS}
        rowLink={(row) => `/${path}/${idOf(row)}`}
        rowTitle={nameOf}
        tools={
          <Button component={Link} to={`/${path}/new`} variant="contained" startIcon={<Icon name="add" size={18} />}>
            New {noun[0]}
          </Button>
        }
      />
    </>
  );
}

function RecordOf<E extends Endpoint, S extends FormSchema>(props: ListPageProps<E, S>) {
  const { rest, path, noun, list, nameOf } = props;
  const navigate = useNavigate();
  const loaded = useCall(list, { page_size: 200 } as unknown as InputOf<E>);
  const back = () => void navigate({ to: `/${path}` });
  if (loaded.isError)
    return <ErrorState title={`The ${noun[1]} could not be loaded.`} error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <PagePending />;
  const rows = (loaded.data as unknown as { results: RowOf<E>[] }).results;
  const record = rows.find((row) => String(idOf(row)) === rest);
  if (rest !== 'new' && !record) return <EmptyState icon="search_off" title={`There is no such ${noun[0]}.`} />;
  const common = { toValues: (row: unknown) => row as FormValues, onSaved: back };
  return (
    <>
      <PageHeader
        title={record ? nameOf(record) : `New ${noun[0]}`}
        actions={
          <Button onClick={back} startIcon={<Icon name="arrow_back" size={18} />}>
            All {noun[1]}
          </Button>
        }
      />
      {record ? (
        <RecordForm
          endpoint={props.update}
          input={{ id: idOf(record) } as never}
          schema={props.update.declaration.body}
          record={record as never}
          {...common}
        >
          {props.children}
        </RecordForm>
      ) : (
        <RecordForm
          endpoint={props.create}
          input={{} as never}
          schema={props.create.declaration.body}
          initial={props.initial}
          saveLabel={`Create ${noun[0]}`}
          {...common}
        >
          {props.children}
        </RecordForm>
      )}
    </>
  );
}
