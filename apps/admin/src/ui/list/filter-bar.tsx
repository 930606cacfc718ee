import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { Day, SearchBox } from '../form/filter-fields.tsx';
import { TimeField } from '../form/time/time-field.tsx';
import type { ChangeAddress } from './address-filter.ts';

/** The texts of a screen by their keys: `t` of its namespace. */
export type ScreenTexts = (...text: [key: string] | [key: string, values: Readonly<Record<string, unknown>>]) => string;

interface FilterBarProps {
  /** With `filter.label`, `.some`, `.search` and `.searchHint`. */
  readonly texts: ScreenTexts;
  /** The search text. */
  readonly q: string;
  readonly activeCount: number;
  /** The columns of the fields on a wide screen. */
  readonly columns: string;
  /** The fields. On a phone they are behind a button. */
  readonly children: ReactNode;
  /** Below the fields, always visible. */
  readonly actions?: ReactNode;
  readonly onChange: ChangeAddress;
}

/** The filter of a list: a search, fields, and actions. All of its values are in the address (SH-6). */
export function FilterBar({ texts, q, activeCount, columns, children, actions, onChange }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box role="search" aria-label={texts('filter.label')} sx={{ display: 'grid', gap: 1.75 }}>
      <Box sx={{ display: 'grid', columnGap: 1, rowGap: 1.75, gridTemplateColumns: { xs: '1fr auto', md: '1fr' } }}>
        <SearchBox
          label={texts('filter.search')}
          hint={texts('filter.searchHint')}
          value={q}
          onSearch={(text) => onChange({ q: text })}
        />
        <Button
          color="inherit"
          variant="outlined"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ display: { md: 'none' }, minHeight: 40 }}
        >
          {activeCount === 0 ? texts('filter.label') : texts('filter.some', { count: activeCount })}
        </Button>
      </Box>
      <Box
        sx={{
          display: { xs: isOpen ? 'grid' : 'none', md: 'grid' },
          columnGap: 1,
          rowGap: 1.75,
          gridTemplateColumns: { xs: '1fr 1fr', md: columns },
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
      {actions}
    </Box>
  );
}

interface ClearFilterProps {
  readonly texts: ScreenTexts;
  readonly activeCount: number;
  readonly onClear: () => void;
}

export function ClearFilter({ texts, activeCount, onClear }: ClearFilterProps) {
  return (
    <Button
      color="inherit"
      disabled={activeCount === 0}
      // On a phone the text begins where the fields begin.
      sx={{ minHeight: 40, justifySelf: 'start', ml: { xs: -1, md: 0 } }}
      onClick={onClear}
    >
      {texts('filter.clear')}
    </Button>
  );
}

interface FilterActionsProps extends ClearFilterProps {
  /** A filter without a field, such as one person: it can only be removed. `null` without one. */
  readonly removable: { readonly text: string; readonly icon: ReactNode; readonly onRemove: () => void } | null;
  /** At the end of the row. */
  readonly children: ReactNode;
}

/** Removes one filter or all, and holds the export. */
export function FilterActions({ removable, children, ...clear }: FilterActionsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {removable !== null && (
        <Button
          color="inherit"
          variant="outlined"
          endIcon={removable.icon}
          onClick={removable.onRemove}
          sx={{ minHeight: 40 }}
        >
          {removable.text}
        </Button>
      )}
      <ClearFilter {...clear} />
      <Box sx={{ flex: 1 }} />
      {children}
    </Box>
  );
}

interface FilterPeriodFieldsProps {
  readonly period: { readonly from: string | null; readonly to: string | null };
  readonly labels: { readonly from: string; readonly to: string; readonly invalid: string };
  /** The zone of the days, where it is not obvious. */
  readonly hint: string | undefined;
  /** Times of day beside the days, for a log whose order within a day matters. */
  readonly times?: FilterTimes | undefined;
  readonly onChange: ChangeAddress;
}

export interface FilterTimes {
  readonly from: string | null;
  readonly to: string | null;
  readonly labels: { readonly from: string; readonly to: string };
}

/** The first and the last day of a filter, both inclusive, with their times where the list has them. */
export function FilterPeriodFields({ period: { from, to }, labels, hint, times, onChange }: FilterPeriodFieldsProps) {
  const isInvalid =
    from !== null && to !== null && (to < from || (to === from && (times?.to ?? '24:00') < (times?.from ?? '00:00')));
  return (
    <>
      <Day
        label={labels.from}
        value={from}
        onPick={(day) => onChange({ from: day, ...(times && day === '' && { fromTime: '' }) })}
        hint={hint}
        error=""
      />
      {times && (
        <TimeField
          label={times.labels.from}
          value={times.from ?? ''}
          isDisabled={from === null}
          onChange={(time) => onChange({ fromTime: time })}
        />
      )}
      <Day
        label={labels.to}
        value={to}
        onPick={(day) => onChange({ to: day, ...(times && day === '' && { toTime: '' }) })}
        error={isInvalid ? labels.invalid : ''}
      />
      {times && (
        <TimeField
          label={times.labels.to}
          value={times.to ?? ''}
          isDisabled={to === null}
          onChange={(time) => onChange({ toTime: time })}
        />
      )}
    </>
  );
}

interface LogFilterBarProps extends Omit<FilterBarProps, 'q' | 'actions'>, Pick<FilterActionsProps, 'removable'> {
  /** With `filter.from`, `.to`, `.invalidPeriod` and `.clear` too. */
  readonly texts: ScreenTexts;
  readonly filter: { readonly q: string; readonly from: string | null; readonly to: string | null };
  readonly zoneHint: string | undefined;
  readonly times?: FilterTimes;
  readonly exportMenu: ReactNode;
  readonly onClear: () => void;
}

/** The filter of a log: a search, fields and a period, and below them the actions and the export. */
export function LogFilterBar({
  filter,
  zoneHint,
  times,
  removable,
  exportMenu,
  children,
  onClear,
  ...bar
}: LogFilterBarProps) {
  const { texts, activeCount, onChange } = bar;
  return (
    <FilterBar
      {...bar}
      q={filter.q}
      actions={
        <FilterActions texts={texts} activeCount={activeCount} removable={removable} onClear={onClear}>
          {exportMenu}
        </FilterActions>
      }
    >
      {children}
      <FilterPeriodFields
        period={filter}
        labels={{ from: texts('filter.from'), to: texts('filter.to'), invalid: texts('filter.invalidPeriod') }}
        hint={zoneHint}
        times={times}
        onChange={onChange}
      />
    </FilterBar>
  );
}

interface FilterGridProps {
  readonly label: string;
  /** The columns on a wide screen; a phone has two. */
  readonly columns: string;
  readonly alignItems: 'start' | 'center';
  readonly rowGap?: number;
  readonly children: ReactNode;
}

/** A filter with a few fields, which are always visible. */
export function FilterGrid({ label, columns, alignItems, rowGap = 1, children }: FilterGridProps) {
  return (
    <Box
      role="search"
      aria-label={label}
      sx={{
        display: 'grid',
        columnGap: 1,
        rowGap,
        gridTemplateColumns: { xs: '1fr 1fr', md: columns },
        alignItems,
      }}
    >
      {children}
    </Box>
  );
}
