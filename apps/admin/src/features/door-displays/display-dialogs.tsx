import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ConfirmDialog, NoticeDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { QrCode } from '../../ui/qr-code/qr-code.tsx';
import { useRevokeDisplay } from './door-displays.api.ts';

const QR_SIZE = 200;

interface DisplayLinkDialogProps {
  /** `null`: the reply that had it was lost. */
  readonly path: string | null;
  readonly onClose: () => void;
}

/** Shows the link of a tablet once, with its QR code. */
export function DisplayLinkDialog({ path, onClose }: DisplayLinkDialogProps) {
  const { t } = useTranslation('door-displays');
  const url = path === null ? null : `${window.location.origin}${path}`;
  return (
    <NoticeDialog
      title={t('linkTitle')}
      closeLabel={t('done')}
      maxWidth="sm"
      sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}
      onClose={onClose}
    >
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t(url === null ? 'gone' : 'once')}
      </Box>
      {url !== null && (
        <>
          <Box sx={{ width: QR_SIZE, height: QR_SIZE, justifySelf: 'center' }}>
            <QrCode text={url} size={QR_SIZE} label={t('qr')} />
          </Box>
          <CopyField label={t('address')} value={url} />
        </>
      )}
    </NoticeDialog>
  );
}

interface RoomDialogProps {
  readonly room: Room;
  readonly onClose: () => void;
}

/** Asks for confirmation before a new link ends the present one. */
export function ReplaceDisplayDialog({
  room,
  onClose,
  onConfirm,
}: RoomDialogProps & { readonly onConfirm: () => void }) {
  const { t } = useTranslation('door-displays');
  return (
    <ConfirmDialog
      title={t('replaceTitle', { room: room.name })}
      confirmLabel={t('replace')}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {t('replaceText')}
    </ConfirmDialog>
  );
}

/** Asks for confirmation before the tablet is disconnected. */
export function RevokeDisplayDialog({ room, onClose }: RoomDialogProps) {
  const { t } = useTranslation('door-displays');
  const revoke = useRevokeDisplay(useProduct(), room.id);
  return (
    <ActDialog
      title={t('revokeTitle', { room: room.name })}
      confirmLabel={t('revoke')}
      doneText={t('revoked')}
      mutation={revoke}
      input={undefined}
      onClose={onClose}
    >
      {t('revokeText')}
    </ActDialog>
  );
}
