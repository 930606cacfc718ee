import type { Room } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { StrandedDialog } from '../stores/index.ts';
import { useArchiveRoom } from './rooms.api.ts';

/** So long the toast leads to the guests who are left without the room. */
const SETTLE_MS = 10_000;

/** Asks for confirmation before a room is archived, lists its future reservations, and restores an archived one. */
export function ArchiveRoomDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) {
  const { t } = useTranslation(['rooms', 'form']);
  const isArchived = room.archivedAt === null;
  const what = isArchived ? 'archive' : 'restore';
  const navigate = useNavigate();
  const archive = useArchiveRoom(useProduct(), (_room, hasStranded) => {
    const done = t(`${what}.done`, { room: room.name });
    if (hasStranded)
      toast.action(done, {
        label: t('archive.settle'),
        durationMs: SETTLE_MS,
        run: () => void navigate(`/dashboard/store?tab=closures&store=${room.storeId}`),
      });
    else toast.success(done);
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
      {problem?.code === 'ROOM_PARTS_INVALID' ? (
        <ProblemAlert text={t('archive.isPart')} sx={{ mt: 1 }} />
      ) : (
        <ProblemAlert error={archive.error} sx={{ mt: 1 }} />
      )}
    </ConfirmDialog>
  );
}
