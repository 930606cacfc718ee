import type { MessageVariable } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { writeVariable } from './template-variables.ts';

interface VariableChipsProps {
  readonly variables: readonly MessageVariable[];
  readonly onInsert: (variable: MessageVariable) => void;
}

/** The variables that a template may use; a press inserts one at the cursor. */
export function VariableChips({ variables, onInsert }: VariableChipsProps) {
  const { t } = useTranslation('messages');
  return (
    <Box role="group" aria-label={t('template.variables')} sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('template.variablesHint')}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {variables.map((variable) => (
          <Chip
            key={variable}
            variant="outlined"
            label={t(`variable.${variable}`)}
            aria-label={t('template.insert', { name: t(`variable.${variable}`) })}
            title={writeVariable(variable)}
            // Keeps the cursor in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(variable)}
          />
        ))}
      </Box>
    </Box>
  );
}
