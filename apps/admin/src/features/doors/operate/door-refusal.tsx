import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Glyph, type GlyphName } from '../../devices/index.ts';
import type { DoorRefusal } from '../door-words.ts';

const GLYPH_OF: Readonly<Record<DoorRefusal, GlyphName>> = {
  LOCKED_DOWN: 'lock',
  FIRE_RELEASE: 'doorOpen',
  OFFLINE: 'offline',
};

/** Shown instead of the Open button: the reason why the door cannot be opened. */
export function DoorRefusalNote({ refusal }: { readonly refusal: DoorRefusal }) {
  const { t } = useTranslation('doors');
  return (
    <Box
      role="note"
      data-testid="cannot-open"
      data-refusal={refusal}
      sx={{
        minHeight: 44,
        px: 1.25,
        py: 0.5,
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        borderRadius: 1,
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        typography: 'body2',
        fontWeight: 600,
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: 'error.main' }}>
        <Glyph name={GLYPH_OF[refusal]} size={18} />
      </Box>
      {t(`cannotOpen.${refusal}`)}
    </Box>
  );
}
