import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { StrandedDialog } from '../stores/index.ts';
import { useArchiveRoom } from './rooms.api.ts';

/** Asks for confirmation before a room is archived, lists its future reservations, and restores an archived one. */
export function ArchiveRoomDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) {
  const { t } = useTranslation(['rooms', 'form']);
  const isArchived = room.archivedAt === null;
  const what = isArchived ? 'archive' : 'restore';
  const archive = useArchiveRoom(useProduct(), () => {
    toast.success(t(`${what}.done`, { room: room.name }));
    onClose();
  });
  const problem = isProblem(archive.error) ? archive.error : null;
  const send = (acceptStranded: boolean) =>
    archive.mutate({ room, isArchived, ...(acceptStranded && { acceptStranded }) });
  if (problem?.code === 'WOULD_STRAND') {
    return (
      <StrandedDialog
        items={problem.stranded ?? []}
        count={problem.strandedCount ?? problem.stranded?.length ?? 0}
        isBusy={archive.isPending}
        onAnyway={() => send(true)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t(`${what}.title`, { room: room.name })}
      confirmLabel={t(`${what}.action`)}
      isBusy={archive.isPending}
      onConfirm={() => send(false)}
      onClose={onClose}
    >
      {t(`${what}.text`)}
      {archive.error !== null && (
        <Box role="alert" sx={{ mt: 1, color: 'error.main' }}>
          {problem?.code === 'ROOM_PARTS_INVALID' ? t('archive.isPart') : problemText(t, archive.error)}
        </Box>
      )}
    </ConfirmDialog>
  );
}
