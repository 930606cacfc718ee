import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { toast } from '../../ui/toast.ts';
import { StoreGlyph } from '../stores/index.ts';
import { moved, placeAt } from './room-order.ts';
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
  const [ids, setIds] = useState<readonly string[]>(() => rooms.map((room) => room.id));
  const [announced, setAnnounced] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<string | null>(null);
  const isDirty = ids.some((id, at) => id !== rooms[at]?.id);
  const nameOf = (id: string) => rooms.find((room) => room.id === id)?.name ?? '';

  function move(id: string, to: number): void {
    const next = moved(ids, ids.indexOf(id), to);
    setIds(next);
    setAnnounced(t('order.moved', { room: nameOf(id), place: next.indexOf(id) + 1, total: next.length }));
  }
  function drag(event: PointerEvent): void {
    if (dragged.current === null || list.current === null) return;
    const tops = [...list.current.children].map((row) => row.getBoundingClientRect().top);
    const to = placeAt(tops, event.clientY);
    if (ids.indexOf(dragged.current) !== to) move(dragged.current, to);
  }
  function press(event: KeyboardEvent, id: string): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    move(id, ids.indexOf(id) + by);
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
          <Box
            component="li"
            key={id}
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
            <IconButton
              aria-label={t('order.handle', { room: nameOf(id), place: at + 1 })}
              sx={{ touchAction: 'none', cursor: 'grab' }}
              onKeyDown={(event) => press(event, id)}
              onPointerMove={drag}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                dragged.current = id;
              }}
              onPointerUp={() => (dragged.current = null)}
              onPointerCancel={() => (dragged.current = null)}
            >
              <StoreGlyph name="grip" size={20} />
            </IconButton>
            <Box sx={{ width: 28, textAlign: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {at + 1}
            </Box>
            <Box sx={{ flex: 1, minWidth: 0, pl: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{nameOf(id)}</Box>
            <IconButton
              aria-label={t('order.up', { room: nameOf(id) })}
              disabled={at === 0}
              onClick={() => move(id, at - 1)}
            >
              <StoreGlyph name="up" />
            </IconButton>
            <IconButton
              aria-label={t('order.down', { room: nameOf(id) })}
              disabled={at === ids.length - 1}
              onClick={() => move(id, at + 1)}
            >
              <StoreGlyph name="down" />
            </IconButton>
          </Box>
        ))}
      </Card>
      <Box
        role="status"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {announced}
      </Box>
      {order.error !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, order.error)}
        </Box>
      )}
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
        <Button color="inherit" onClick={onClose}>
          {t('form:cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={!isDirty}
          aria-disabled={order.isPending}
          onClick={() => !order.isPending && save()}
        >
          {order.isPending ? t('form:saving') : t('form:save')}
        </Button>
      </Box>
      <LeaveGuard isDirty={isDirty && !order.isSuccess} />
    </Box>
  );
}
