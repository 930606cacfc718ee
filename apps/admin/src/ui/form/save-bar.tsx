import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../states/problem-alert.tsx';
import type { EditForm } from './edit-form.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { ROW } from './layouts.ts';

interface SavingForm extends Pick<EditForm<unknown, unknown>, 'isSaving'> {
  readonly theirs: unknown;
}

interface FormEndProps {
  readonly form: SavingForm & Pick<EditForm<unknown, unknown>, 'failure' | 'isDirty' | 'discard'>;
  readonly isReadOnly?: boolean;
}

/**
 * The end of a form of a screen: why it was not saved, the bar to save it, which shows at the lower edge of the window
 * while something is unsaved, and the question before a person leaves with unsaved changes.
 */
export function FormEnd({ form, isReadOnly = false }: FormEndProps) {
  return (
    <>
      <ProblemAlert text={form.failure} />
      {!isReadOnly && (form.isDirty || form.isSaving) && <SaveBar form={form} />}
      <LeaveGuard isDirty={form.isDirty} />
    </>
  );
}

function SaveBar({ form }: Pick<FormEndProps, 'form'>) {
  const { t } = useTranslation('form');
  return (
    <Box sx={{ position: 'sticky', bottom: 0, zIndex: 5, pt: 1, pb: 'max(8px, env(safe-area-inset-bottom))' }}>
      <Box data-testid="save-bar" sx={BAR}>
        <Box sx={{ flex: '1 1 120px', typography: 'body2' }}>{t('unsaved')}</Box>
        <Button color="inherit" onClick={form.discard} disabled={form.isSaving}>
          {t('discard')}
        </Button>
        <SaveButton form={form} />
      </Box>
    </Box>
  );
}

const BAR = {
  ...ROW,
  p: 1,
  pl: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  bgcolor: 'var(--raised)',
  boxShadow: 3,
} as const;

interface SaveButtonProps {
  readonly form: SavingForm;
  readonly isDisabled?: boolean;
}

/** Submits the surrounding form: says that it is saving, or that it replaces the change of another person. */
export function SaveButton({ form, isDisabled = false }: SaveButtonProps) {
  const { t } = useTranslation('form');
  return (
    <Button type="submit" variant="contained" disabled={isDisabled} aria-disabled={form.isSaving}>
      {form.isSaving ? t('saving') : t(form.theirs === null ? 'save' : 'stale.saveMine')}
    </Button>
  );
}

interface EditButtonsProps extends SaveButtonProps {
  readonly removeLabel: string;
  /** `null`: not saved yet, so there is nothing to remove. */
  readonly onRemove: (() => void) | null;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** The buttons of an editor: removing at the start; closing and saving at the end. */
export function EditButtons({ removeLabel, onRemove, closeLabel, onClose, ...saving }: EditButtonsProps) {
  return (
    <>
      {onRemove !== null && (
        <Button color="error" onClick={onRemove} sx={{ color: 'error.main' }}>
          {removeLabel}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <Button color="inherit" onClick={onClose}>
        {closeLabel}
      </Button>
      <SaveButton {...saving} />
    </>
  );
}
