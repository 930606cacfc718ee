import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { Glyph } from '../../devices/index.ts';
import { useEmergencies } from './emergency-list.api.ts';
import { isKeypadStuck, useKeypadWords } from './keypad-words.ts';

/** Whether the codes of a locked-down door still open it (DR-8). Renders nothing for a door that is not locked down. */
export function DoorKeypadLine({ doorId }: { readonly doorId: string }) {
  const { t } = useTranslation('doors');
  const words = useKeypadWords();
  const emergencies = useEmergencies(useProduct(), useCan()('doors:read')).data?.items ?? [];
  const keypad = emergencies
    .filter(({ endedAt }) => endedAt === null)
    .flatMap(({ doors }) => doors)
    .find((door) => door.doorId === doorId)?.keypad;
  if (!keypad || keypad.codes === 0) return null;
  const isStuck = isKeypadStuck(keypad);
  return (
    <Box
      role="note"
      data-testid="door-keypad"
      data-open={keypad.openCodes}
      sx={{
        display: 'flex',
        gap: 1,
        typography: 'body2',
        ...(isStuck ? { fontWeight: 600 } : { color: 'text.secondary' }),
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', pt: '2px', ...(isStuck && { color: 'error.main' }) }}>
        <Glyph name={isStuck ? 'alert' : 'lock'} size={16} />
      </Box>
      <span>{keypad.openCodes === 0 ? t('keypad.closed') : t('keypad.open', { why: words.why(keypad) })}</span>
    </Box>
  );
}
