import Backdrop from '@mui/material/Backdrop';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslation } from 'react-i18next';

/** Shows that a dialog is about to open whose code is still loading; a click beside it gives up. */
export function OpeningBackdrop({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Backdrop open onClick={onClose} sx={{ zIndex: 'modal' }}>
      <CircularProgress aria-label={t('loading')} />
    </Backdrop>
  );
}
