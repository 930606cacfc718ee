import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../devices/index.ts';
import { DOOR_SHOW_CHOICES, DOOR_VIEWS, type DoorFilter } from './door-groups.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';

interface DoorFilterBarProps {
  readonly filter: DoorFilter;
  readonly onChange: (change: Partial<DoorFilter>) => void;
}

/** Cards or table, the search, and which doors; all of it in the address (SH-6). */
export function DoorFilterBar({ filter, onChange }: DoorFilterBarProps) {
  const { t } = useTranslation('doors');
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ChoiceToggle
        label={t('filter.view')}
        value={filter.view}
        choices={DOOR_VIEWS.map((view) => ({ value: view, label: t(`filter.${view}`) }))}
        onChoose={(view) => onChange({ view })}
      />
      <TextField
        size="small"
        type="search"
        value={filter.q}
        placeholder={t('filter.search')}
        sx={{ flex: '1 1 200px', maxWidth: 360 }}
        onChange={(event) => onChange({ q: event.target.value })}
        slotProps={{
          htmlInput: { 'aria-label': t('filter.search'), maxLength: 60 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Glyph name="search" />
              </InputAdornment>
            ),
          },
        }}
      />
      <TextField
        select
        size="small"
        value={filter.show}
        sx={{ flex: '0 0 auto', minWidth: 120 }}
        onChange={(event) => onChange({ show: DOOR_SHOW_CHOICES.find((show) => show === event.target.value) ?? 'all' })}
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('filter.show') } }}
      >
        {DOOR_SHOW_CHOICES.map((show) => (
          <option key={show} value={show}>
            {t(`filter.${show}`)}
          </option>
        ))}
      </TextField>
    </Box>
  );
}
