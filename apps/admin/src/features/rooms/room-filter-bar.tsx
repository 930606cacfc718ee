import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { SORTS, ROOM_STATE_CHOICES, VIEWS, type RoomFilter } from './room-filter.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';

interface RoomFilterBarProps {
  readonly filter: RoomFilter;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Cards or table, filter and order; all of it in the address (SH-6). */
export function RoomFilterBar({ filter, onChange }: RoomFilterBarProps) {
  const { t } = useTranslation(['rooms', 'common', 'room-states']);
  const select = (name: string, value: string, options: readonly (readonly [value: string, label: string])[]) => (
    <TextField
      select
      size="small"
      value={value}
      onChange={(event) => onChange({ [name]: event.target.value })}
      sx={{ flex: { xs: '1 1 150px', sm: '0 0 auto' }, minWidth: { xs: 150, sm: 100 } }}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t(`filter.${name}`) } }}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </TextField>
  );
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ChoiceToggle
        label={t('filter.view')}
        value={filter.view}
        choices={VIEWS.map((view) => ({ value: view, label: t(`filter.${view}`) }))}
        onChoose={(view) => onChange({ view: view === 'cards' ? '' : view })}
      />
      {!filter.isArchived &&
        select('state', filter.state ?? '', [
          ['', t('filter.allStates')],
          ...ROOM_STATE_CHOICES.map((state) => [state, t(`room-states:state.${state}`)] as const),
        ])}
      {select(
        'sort',
        filter.sort === 'order' ? '' : filter.sort,
        SORTS.map((sort) => [sort === 'order' ? '' : sort, t(`filter.by.${sort}`)] as const),
      )}
      {select('archived', filter.isArchived ? 'only' : '', [
        ['', t('filter.present')],
        ['only', t('filter.archivedOnly')],
      ])}
    </Box>
  );
}
