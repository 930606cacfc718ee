import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const FIELDS = {
  display: 'grid',
  gap: 2,
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
} as const;

/** The fields of a dialog below its title. */
export const DIALOG_FIELDS = { ...FIELDS, '&&': { pt: 1 } } as const;

interface DialogFormProps {
  readonly testId: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** The content follows tabs instead of the dialog's title. */
  readonly isBelowTabs?: boolean;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onClose: () => void;
  /** The fields, below one another. */
  readonly children: ReactNode;
}

/** The form of a dialog that has more than a form: the fields scroll, the buttons stay visible. */
export function DialogForm({ testId, isBelowTabs = false, children, ...props }: DialogFormProps) {
  const { t } = useTranslation('form');
  return (
    <Box
      component="form"
      noValidate
      onSubmit={props.onSubmit}
      data-testid={testId}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent sx={isBelowTabs ? FIELDS : DIALOG_FIELDS}>{children}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={props.onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={props.isBusy}>
          {props.submitLabel}
        </Button>
      </DialogActions>
    </Box>
  );
}
