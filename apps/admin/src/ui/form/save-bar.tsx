import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
  /** The label of the button; «Save» by default. */
  readonly saveLabel?: string;
}

/** Shown at the lower edge of the window while something is unsaved. Its button submits the surrounding form. */
export function SaveBar({ isDirty, isSaving, onDiscard, saveLabel }: SaveBarProps) {
  const { t } = useTranslation('form');
  if (!isDirty && !isSaving) return null;
  return (
    <Box sx={{ position: 'sticky', bottom: 0, zIndex: 5, pt: 1, pb: 'max(8px, env(safe-area-inset-bottom))' }}>
      <Box
        data-testid="save-bar"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          p: 1,
          pl: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1.5,
          bgcolor: 'var(--raised)',
          boxShadow: 3,
        }}
      >
        <Box sx={{ flex: '1 1 120px', typography: 'body2' }}>{t('unsaved')}</Box>
        <Button color="inherit" onClick={onDiscard} disabled={isSaving}>
          {t('discard')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={isSaving}>
          {isSaving ? t('saving') : (saveLabel ?? t('save'))}
        </Button>
      </Box>
    </Box>
  );
}
