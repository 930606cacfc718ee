import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { mustGiveReason } from '@munjigi/contract/roles';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useCan, useProduct } from '../../app/auth.tsx';
import { fetchAlarmRows, LateAlarmRows, useAlarms } from '../alarms/index.ts';
import { Glyph } from '../devices/index.ts';
import type { PlacedDoor } from './door-groups.ts';
import { DoorCommandLine } from './door-command-line.tsx';
import { DoorKeypadLine } from './door-keypad-line.tsx';
import { DoorRefusalNote } from './door-refusal.tsx';
import { DoorSparesLine } from './door-spares.tsx';
import { DoorState } from './door-state.tsx';
import { findOpenRefusal } from './door-words.ts';
import { EditDoorDialog } from './edit-door-dialog.tsx';
import { HoldOpenDialog } from './hold-open-dialog.tsx';
import { useOperateDoor, type DoorAction } from './operate-door.ts';
import { DoorReasonDialog } from './door-reason-dialog.tsx';

/** The card of one door: its name, its state, and its two buttons. */
export function DoorCard({ door, room }: PlacedDoor) {
  const { t } = useTranslation('doors');
  const can = useCan();
  const { user } = useAuthContext();
  const product = useProduct();
  const { command, attempt, operate } = useOperateDoor(product, door);
  const [asking, setAsking] = useState<DoorAction | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [isHolding, setIsHolding] = useState(false);
  useEffect(fetchAlarmRows, []);
  const alarms = (useAlarms(product, true).data?.items ?? []).filter((alarm) => alarm.doorId === door.id);
  const place = door.roomId === null ? t('storeDoor') : (room?.name ?? '');
  const press = (action: DoorAction) => (mustGiveReason(user?.roles ?? []) ? setAsking(action) : void operate(action));

  return (
    <Card
      component="article"
      variant="outlined"
      aria-label={`${place} ${door.name}`}
      data-testid="door-card"
      data-door={door.id}
      sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5 }}
    >
      <DoorCardHead place={place} name={door.name} onEdit={() => setIsEditing(true)} />
      <DoorState door={door} />
      {door.doorMode === 'LOCKED_DOWN' ? <DoorKeypadLine doorId={door.id} /> : <DoorSparesLine doorId={door.id} />}
      {alarms.length > 0 && <LateAlarmRows alarms={alarms} isOfDoor />}
      <Box sx={{ flex: 1 }} />
      <DoorCommandLine door={door} command={command} attempt={attempt} />
      {can('doors:operate') && (
        <Buttons door={door} pending={attempt?.isPending === true ? attempt.action : null} onPress={press} />
      )}
      {can('doors:configure') && door.doorMode === 'NORMAL' && (
        <HoldOpenButton doorName={door.name} onPress={() => setIsHolding(true)} />
      )}
      {asking !== null && (
        <DoorReasonDialog
          door={door}
          action={asking}
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            setAsking(null);
            void operate(asking, reason);
          }}
        />
      )}
      {isHolding && <HoldOpenDialog door={door} onClose={() => setIsHolding(false)} />}
      {isEditing && <EditDoorDialog door={door} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

interface DoorCardHeadProps {
  readonly place: string;
  readonly name: string;
  readonly onEdit: () => void;
}

/** The door's place, its name, and the button to its settings for a person with the right to change them. */
function DoorCardHead({ place, name, onEdit }: DoorCardHeadProps) {
  const { t } = useTranslation('doors');
  const can = useCan();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{place}</Box>
        <Box component="h3" sx={{ typography: 'subtitle1', m: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
      </Box>
      {can('doors:configure') && (
        <IconButton aria-label={t('action.edit_named', { door: name })} onClick={onEdit} sx={{ mt: -0.5, mr: -1 }}>
          <Glyph name="settings" size={20} />
        </IconButton>
      )}
    </Box>
  );
}

function HoldOpenButton({ doorName, onPress }: { readonly doorName: string; readonly onPress: () => void }) {
  const { t } = useTranslation('doors');
  return (
    <Button
      color="inherit"
      sx={{ minHeight: 40, mt: -0.5 }}
      aria-label={t('hold.open_named', { door: doorName })}
      onClick={onPress}
      startIcon={<Glyph name="clock" size={18} />}
    >
      {t('hold.open')}
    </Button>
  );
}

interface ButtonsProps {
  readonly door: Door;
  readonly pending: DoorAction | null;
  readonly onPress: (action: DoorAction) => void;
}

function Buttons({ door, pending, onPress }: ButtonsProps) {
  const { t } = useTranslation('doors');
  const refusal = findOpenRefusal(door);
  // A fire release holds the door open, and an offline lock receives nothing: the server refuses to lock it.
  const actions = refusal === null ? (['OPEN', 'LOCK'] as const) : refusal === 'LOCKED_DOWN' ? (['LOCK'] as const) : [];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: actions.length === 0 ? '1fr' : '3fr 2fr', gap: 1 }}>
      {refusal !== null && <DoorRefusalNote refusal={refusal} />}
      {actions.map((action) => (
        // Not `disabled` while the command runs, which would lose the focus; a second press is not sent.
        <Button
          key={action}
          size="large"
          variant="outlined"
          color="inherit"
          aria-label={t(`action.${action}_named`, { door: door.name })}
          aria-disabled={pending === action}
          onClick={() => pending !== action && onPress(action)}
          startIcon={<Glyph name={pending === action ? 'moving' : action === 'OPEN' ? 'unlock' : 'lock'} size={20} />}
          sx={{
            minHeight: 48,
            px: 1,
            whiteSpace: 'nowrap',
            ...(pending === action && { opacity: 0.7, cursor: 'progress' }),
          }}
        >
          {pending === action ? t(`running.${action}`) : t(`action.${action}`)}
        </Button>
      ))}
    </Box>
  );
}
