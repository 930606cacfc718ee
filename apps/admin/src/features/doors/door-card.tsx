import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { fetchAlarmRows, LateAlarmRows, useAlarms } from '../alarms/index.ts';
import { Glyph } from '../devices/index.ts';
import { DoorButtons, useDoorActs } from './door-acts.tsx';
import type { PlacedDoor } from './door-groups.ts';
import { DoorCommandLine } from './operate/door-command-line.tsx';
import { DoorKeypadLine } from './emergency/door-keypad-line.tsx';
import { DoorSparesLine } from './door-spares.tsx';
import { DoorState } from './door-state.tsx';

/** The card of one door: its name, its state, and its two buttons. */
export function DoorCard({ door, room }: PlacedDoor) {
  const { t } = useTranslation('doors');
  const can = useCan();
  const acts = useDoorActs(door);
  useEffect(fetchAlarmRows, []);
  const alarms = (useAlarms(useProduct(), true).data?.items ?? []).filter((alarm) => alarm.doorId === door.id);
  const place = door.roomId === null ? t('storeDoor') : (room?.name ?? '');
  return (
    <Card
      component="article"
      variant="outlined"
      aria-label={`${place} ${door.name}`}
      data-testid="door-card"
      data-door={door.id}
      sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5 }}
    >
      <DoorCardHead place={place} name={door.name} onEdit={acts.openSettings} />
      <DoorState door={door} />
      {door.doorMode === 'LOCKED_DOWN' ? <DoorKeypadLine doorId={door.id} /> : <DoorSparesLine doorId={door.id} />}
      {alarms.length > 0 && <LateAlarmRows alarms={alarms} isOfDoor />}
      <Box sx={{ flex: 1 }} />
      <DoorCommandLine door={door} command={acts.command} attempt={acts.attempt} />
      {can('doors:operate') && <DoorButtons door={door} pending={acts.pending} onPress={acts.press} />}
      {can('doors:configure') && door.doorMode === 'NORMAL' && (
        <HoldOpenButton doorName={door.name} onPress={acts.openHolding} />
      )}
      {acts.dialog}
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
