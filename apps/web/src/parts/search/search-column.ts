import { labelOf } from '@dmse/contract/common/field';
import type { OrderOf } from '@dmse/contract/common/paging';
import type { AnswerOf, Endpoint, Page } from '@dmse/contract/endpoint';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { IconName } from '../icon/icon-paths.ts';

/** The row a list endpoint answers. */
export type RowOf<E extends Endpoint> = AnswerOf<E> extends Page<infer Row> ? Row : never;

/** How a column is called: in words, or as the field it shows. */
export type ColumnTitle = string | z.ZodType;
export function titleOf({ title }: { title: ColumnTitle }): string {
  return typeof title === 'string' ? title : labelOf(title);
}

/** Marks the words of the search in a text. */
export type Mark = (text: string) => ReactNode;

export type SearchColumn<Row, Order extends string = never> = {
  id: string;
  title: ColumnTitle;
  /** The cell as text: one line, cut with an ellipsis and a tooltip, matches marked. */
  text?: (row: Row) => string | null | undefined;
  /** The cell as anything else, with the words the row was found by. It may hold controls of its own: they do not open the row. */
  cell?: (row: Row, mark: Mark, query: string) => ReactNode;
  /** The name of this column in `ordering`; a column without it cannot be ordered by. */
  order?: Order;
  /** Numbers and money stand right. */
  align?: 'right';
  /** Pixels or a share ("20%"); columns without a width share what is left. */
  width?: number | string;
  /** Shown, muted, where the text is empty. */
  unset?: string;
  /** Where it goes on a phone: the first column is the title, the others are facts unless said. A line has the card's width to itself. */
  card?: 'title' | 'line' | 'fact' | 'chip' | 'none';
};

/** A column of the list that an endpoint answers. */
export type ColumnOf<E extends Endpoint> = SearchColumn<RowOf<E>, OrderOf<E>>;

export type RowAction = {
  label: string;
  icon: IconName;
  /** Goes somewhere … */
  to?: string;
  /** … or does something. */
  run?: () => void;
  /** Stands in the row itself; the others are in its menu. */
  isPrimary?: boolean;
  /** Stands on the card too, on a phone: for the one thing a thumb comes for. */
  isOnCard?: boolean;
  /** Why it cannot be done just now; shown under the label. */
  whyNot?: string | null;
  isDestructive?: boolean;
};

export type CardPlace = NonNullable<SearchColumn<unknown>['card']>;

/** Where a column goes on a card. */
export function cardPlace<Row>(column: SearchColumn<Row, string>, at: number): CardPlace {
  return column.card ?? (at === 0 ? 'title' : 'fact');
}
