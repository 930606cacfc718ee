import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Icon } from '../../ui/icon.tsx';
import { StoreIcon } from '../stores/index.ts';
import { moveEntry, findDropIndex } from './room-order.ts';
import { useOrderRooms } from './rooms.api.ts';

interface RoomOrderEditorProps {
  readonly storeId: string;
  /** All rooms of the store that are not archived, in their order. */
  readonly rooms: readonly Room[];
  readonly onClose: () => void;
}

/**
 * The order of a store's rooms: dragged by the handle, moved by its arrow keys or by the two buttons; saved with one
 * request.
 */
export function RoomOrderEditor({ storeId, rooms, onClose }: RoomOrderEditorProps) {
  const { t } = useTranslation(['rooms', 'form']);
  const order = useOrderRooms(useProduct());
  const { ids, announced, isDirty, nameOf, move } = useRoomOrder(rooms);
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<string | null>(null);

  function drag(event: PointerEvent): void {
    if (dragged.current === null || list.current === null) return;
    const tops = [...list.current.children].map((row) => row.getBoundingClientRect().top);
    const to = findDropIndex(tops, event.clientY);
    if (ids.indexOf(dragged.current) !== to) move(dragged.current, to);
  }
  const save = () =>
    order.mutate(
      { storeId, roomIds: [...ids] },
      {
        onSuccess: () => {
          toast.success(t('order.saved'));
          onClose();
        },
      },
    );

  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 560 }} data-testid="room-order">
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('order.text')}</Box>
      <Card component="ul" ref={list} variant="outlined" sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
        {ids.map((id, at) => (
          <OrderRow
            key={id}
            name={nameOf(id)}
            place={at + 1}
            isLast={at === ids.length - 1}
            onMove={(by) => move(id, at + by)}
            onDragStart={() => (dragged.current = id)}
            onDrag={drag}
            onDragEnd={() => (dragged.current = null)}
          />
        ))}
      </Card>
      <Box
        role="status"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {announced}
      </Box>
      <ProblemAlert error={order.error} />
      <OrderActions isDirty={isDirty} isSaving={order.isPending} onSave={save} onCancel={onClose} />
      <LeaveGuard isDirty={isDirty && !order.isSuccess} />
    </Box>
  );
}

/** The order as it is edited, and the last move in words for screen readers. */
function useRoomOrder(rooms: readonly Room[]) {
  const { t } = useTranslation('rooms');
  const [ids, setIds] = useState<readonly string[]>(() => rooms.map((room) => room.id));
  const [announced, setAnnounced] = useState('');
  const nameOf = (id: string) => rooms.find((room) => room.id === id)?.name ?? '';

  function move(id: string, to: number): void {
    const next = moveEntry(ids, ids.indexOf(id), to);
    setIds(next);
    setAnnounced(t('order.moved', { room: nameOf(id), place: next.indexOf(id) + 1, total: next.length }));
  }
  return { ids, announced, isDirty: ids.some((id, at) => id !== rooms[at]?.id), nameOf, move };
}

interface OrderRowProps extends DragHandleProps {
  readonly isLast: boolean;
}

function OrderRow({ isLast, ...handle }: OrderRowProps) {
  const { t } = useTranslation('rooms');
  const { name, place, onMove } = handle;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        pl: 0.5,
        pr: 1,
        minHeight: 52,
        bgcolor: 'background.paper',
      }}
    >
      <DragHandle {...handle} />
      <Box sx={{ width: 28, textAlign: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {place}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, pl: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
      <IconButton aria-label={t('order.up', { room: name })} disabled={place === 1} onClick={() => onMove(-1)}>
        <StoreIcon name="up" />
      </IconButton>
      <IconButton aria-label={t('order.down', { room: name })} disabled={isLast} onClick={() => onMove(1)}>
        <Icon name="down" size={18} />
      </IconButton>
    </Box>
  );
}

interface DragHandleProps {
  /** The name of the room. */
  readonly name: string;
  /** From 1. */
  readonly place: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDragStart: () => void;
  readonly onDrag: (event: PointerEvent) => void;
  readonly onDragEnd: () => void;
}

function DragHandle({ name, place, onMove, onDragStart, onDrag, onDragEnd }: DragHandleProps) {
  const { t } = useTranslation('rooms');
  function press(event: KeyboardEvent): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  }
  return (
    <IconButton
      aria-label={t('order.handle', { room: name, place })}
      sx={{ touchAction: 'none', cursor: 'grab' }}
      onKeyDown={press}
      onPointerMove={onDrag}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onDragStart();
      }}
      onPointerUp={onDragEnd}
      onPointerCancel={onDragEnd}
    >
      <StoreIcon name="grip" size={20} />
    </IconButton>
  );
}

interface OrderActionsProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

function OrderActions({ isDirty, isSaving, onSave, onCancel }: OrderActionsProps) {
  const { t } = useTranslation('form');
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        justifyContent: 'flex-end',
        position: 'sticky',
        bottom: 0,
        py: 1,
        bgcolor: 'background.default',
      }}
    >
      <Button color="inherit" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button variant="contained" disabled={!isDirty} aria-disabled={isSaving} onClick={() => !isSaving && onSave()}>
        {isSaving ? t('saving') : t('save')}
      </Button>
    </Box>
  );
}
