import type { Door } from '@munjigi/contract';
import { mustGiveReason } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useCan, useProduct } from '../../../session/auth.tsx';
import { MuiTheme } from '../../../session/mui-theme.tsx';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { placedName } from '../../../session/placed-name.ts';
import { Glyph } from '../../devices/index.ts';
import { useRooms } from '../../rooms/index.ts';
import { DoorCommandLine } from './door-command-line.tsx';
import { DoorKeypadLine } from '../emergency/door-keypad-line.tsx';
import { DoorRefusalNote } from './door-refusal.tsx';
import { findOpenRefusal, isLockedAjar, isUnreachable, lockStyle, TONE_COLOUR } from '../door-words.ts';
import { useDoors } from '../doors.api.ts';
import { useOperateDoor } from './operate-door.ts';
import { DoorReasonDialog } from './door-reason-dialog.tsx';

export interface DoorStripProps {
  readonly storeId: string;
  /** Shows only this door, with its button focused. */
  readonly doorId?: string;
  /** Fills the Open button: a guest may enter by the door now (RV-60). */
  readonly isLeading?: boolean;
}

/** The doors of a store, those without a room first, each with its state and one tap to open (OV-1). */
export function DoorLines({ storeId, doorId, isLeading = false }: DoorStripProps) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const items = useDoors(product, storeId).data?.items ?? [];
  const hasEqualNames = new Set(items.map((door) => door.name)).size < items.length;
  const rooms = useRooms(product, storeId, { isEnabled: hasEqualNames });
  const nameOf = (door: Door) =>
    items.filter((other) => other.name === door.name).length < 2
      ? door.name
      : placedName(door.name, rooms.data?.items.find((room) => room.id === door.roomId)?.name);
  const doors = doorId === undefined ? items : items.filter((door) => door.id === doorId);
  if (doors.length === 0) return null;
  const sorted = [...doors].sort(
    (a, b) => Number(a.roomId !== null) - Number(b.roomId !== null) || a.name.localeCompare(b.name),
  );
  // There may be several sections with a single door on one screen.
  const label = doorId === undefined || sorted[0] === undefined ? t('strip.title') : nameOf(sorted[0]);
  return (
    <MuiTheme>
      <Box
        component="section"
        aria-label={label}
        data-testid="door-strip"
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
          alignItems: 'start',
        }}
      >
        {sorted.map((door) => (
          <ErrorBoundary key={door.id} place="section" name={door.name}>
            <DoorLine door={door} name={nameOf(door)} isAlone={doorId !== undefined} isLeading={isLeading} />
          </ErrorBoundary>
        ))}
      </Box>
    </MuiTheme>
  );
}

interface DoorLineProps {
  readonly door: Door;
  /** The name, with the room if another door of the store has the same name. */
  readonly name: string;
  readonly isAlone: boolean;
  readonly isLeading: boolean;
}

function DoorLine({ door, name, isAlone, isLeading }: DoorLineProps) {
  const { t } = useTranslation('doors');
  const can = useCan();
  const { user } = useAuthContext();
  const { command, attempt, operate } = useOperateDoor(useProduct(), door);
  const [isAsking, setIsAsking] = useState(false);
  // Shows only a command from this screen or one under way; older ones are in the history.
  const [wasPressed, setWasPressed] = useState(false);
  const isPending = attempt?.isPending === true;
  const style = lockStyle(door);
  const refusal = findOpenRefusal(door);
  const open = (reason?: string) => {
    setWasPressed(true);
    void operate('OPEN', reason);
  };
  const press = () => (mustGiveReason(user?.roles ?? []) ? setIsAsking(true) : open());
  return (
    <Card variant="outlined" data-testid="door-line" data-door={door.id} sx={{ p: 1.25, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="span" sx={{ display: 'inline-flex', color: TONE_COLOUR[style.tone] }}>
          <Glyph name={style.glyph} size={20} />
        </Box>
        <DoorNameAndState door={door} name={name} />
        {can('doors:operate') && refusal === null && (
          <Button
            variant={isLeading ? 'contained' : 'outlined'}
            color={isLeading ? 'primary' : 'inherit'}
            autoFocus={isAlone}
            aria-label={isPending ? `${t('running.OPEN')}: ${name}` : t('action.OPEN_named', { door: name })}
            aria-disabled={isPending}
            onClick={() => !isPending && press()}
            sx={{ flex: 'none', ...(isPending && { opacity: 0.7, cursor: 'progress' }) }}
          >
            {isPending ? t('running.OPEN') : t('action.OPEN')}
          </Button>
        )}
      </Box>
      {can('doors:operate') && refusal !== null && <DoorRefusalNote refusal={refusal} />}
      {door.doorMode === 'LOCKED_DOWN' && <DoorKeypadLine doorId={door.id} />}
      {wasPressed && <DoorCommandLine door={door} command={command} attempt={attempt} />}
      {isAsking && (
        <DoorReasonDialog
          door={door}
          action="OPEN"
          onClose={() => setIsAsking(false)}
          onReason={(reason) => {
            setIsAsking(false);
            open(reason);
          }}
        />
      )}
    </Card>
  );
}

function DoorNameAndState({ door, name }: Pick<DoorLineProps, 'door' | 'name'>) {
  const { t } = useTranslation('doors');
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
      <Box sx={{ typography: 'body2', color: isUnreachable(door) ? 'error.main' : 'text.secondary' }}>
        {isUnreachable(door)
          ? t(`online.${door.online}`)
          : door.isMoving
            ? t('moving')
            : t(`lockState.${door.lockState}`)}
        {!isUnreachable(door) && isLockedAjar(door) && ` · ${t(`leafState.${door.leafState}`)}`}
      </Box>
    </Box>
  );
}
