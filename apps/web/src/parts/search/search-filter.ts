import type { ReactNode } from 'react';

/** What a filter holds, as it stands in the address: a word, or several. An empty word means the filter is off. */
export type FilterValue = string | readonly string[];
export type FilterValues = Readonly<Record<string, FilterValue>>;

export type FilterChoice = { value: string; label: string };

type FilterBase = {
  /** The name of the parameter, in the address and in the call alike. */
  name: string;
  /** Its name in the call, where the address spells it in another way. */
  sent?: string;
  label: string;
  /** Stands in the second line that "Advanced Search" opens. */
  isAdvanced?: boolean;
};

/** Any number of choices; sent repeated. */
export type MultiFilter = FilterBase & { kind: 'multi'; choices: readonly FilterChoice[] };
/** Any number of words that links set and that only their chips take off; it has no control. */
export type LinkedFilter = FilterBase & { kind: 'linked'; describe: (word: string) => string };
/** Holds several words, each with a chip of its own. */
export const holdsSeveral = ({ kind }: SearchFilter) => kind === 'multi' || kind === 'linked';
/** One choice or any. */
export type SingleFilter = FilterBase & { kind: 'single'; choices: readonly FilterChoice[]; anyLabel?: string };
/** On or off; when on, `value` is sent ("true" unless said). A switch, or a checkbox where that is asked for. */
export type ToggleFilter = FilterBase & { kind: 'toggle'; value?: string; isCheckbox?: boolean };
/** A control of the screen's own, such as a picker. `describe` gives the words of its chip. */
export type OwnFilter = FilterBase & {
  kind: 'own';
  render: (value: string, onChange: (value: string) => void) => ReactNode;
  describe: (value: string) => string;
};

export type SearchFilter = MultiFilter | LinkedFilter | SingleFilter | ToggleFilter | OwnFilter;

export function isEmptyFilter(value: FilterValue | undefined): boolean {
  return value === undefined || value.length === 0;
}

/** The value of a filter as a single word. */
export function wordOf(value: FilterValue | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

/** The value of a filter as a list. */
export function wordsOf(value: FilterValue | undefined): readonly string[] {
  return typeof value === 'string' ? (value === '' ? [] : [value]) : (value ?? []);
}

export type ActiveFilter = { key: string; name: string; label: string; rest: FilterValue };

/** The chips of the filters in force; `rest` is what the filter holds once the chip is taken away. */
export function activeFilters(filters: readonly SearchFilter[], values: FilterValues): ActiveFilter[] {
  return filters.flatMap((filter): ActiveFilter[] => {
    const { name } = filter;
    if (isEmptyFilter(values[name])) return [];
    if (filter.kind === 'multi' || filter.kind === 'linked') {
      const words = wordsOf(values[name]);
      return words.map((word) => ({
        key: `${name}=${word}`,
        name,
        label: filter.kind === 'linked' ? filter.describe(word) : `${filter.label}: ${labelOf(filter.choices, word)}`,
        rest: words.filter((other) => other !== word),
      }));
    }
    const word = wordOf(values[name]);
    const said = filter.kind === 'own' ? filter.describe(word) : filter.kind === 'single' ? labelOf(filter.choices, word) : '';
    return [{ key: name, name, label: said ? `${filter.label}: ${said}` : filter.label, rest: '' }];
  });
}

function labelOf(choices: readonly FilterChoice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
