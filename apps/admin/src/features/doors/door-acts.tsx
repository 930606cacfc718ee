import type { Command, Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { mustGiveReason } from '@munjigi/contract/roles';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useProduct } from '../../session/auth.tsx';
import { Glyph } from '../devices/index.ts';
import { DoorReasonDialog } from './operate/door-reason-dialog.tsx';
import { DoorRefusalNote } from './operate/door-refusal.tsx';
import { findOpenRefusal } from './door-words.ts';
import { EditDoorDialog } from './settings/edit-door-dialog.tsx';
import { HoldOpenDialog } from './operate/hold-open-dialog.tsx';
import { useOperateDoor, type Attempt, type DoorAction } from './operate/operate-door.ts';

export interface DoorActs {
  readonly command: Command | null;
  readonly attempt: Attempt | null;
  /** The action that waits for its command. */
  readonly pending: DoorAction | null;
  /** Operates the door, after the reason where the person's role needs one. */
  readonly press: (action: DoorAction) => void;
  readonly openSettings: () => void;
  readonly openHolding: () => void;
  /** The open dialog, if any. */
  readonly dialog: ReactNode;
}

/** What a person can do with a door on its card and in its row of the table. */
export function useDoorActs(door: Door): DoorActs {
  const { user } = useAuthContext();
  const { command, attempt, operate } = useOperateDoor(useProduct(), door);
  const [asking, setAsking] = useState<DoorAction | null>(null);
  const [opened, setOpened] = useState<'settings' | 'holding' | null>(null);
  const close = () => setOpened(null);
  const give = (action: DoorAction, reason: string) => {
    setAsking(null);
    void operate(action, reason);
  };
  return {
    command,
    attempt,
    pending: attempt?.isPending === true ? attempt.action : null,
    press: (action) => (mustGiveReason(user?.roles ?? []) ? setAsking(action) : void operate(action)),
    openSettings: () => setOpened('settings'),
    openHolding: () => setOpened('holding'),
    dialog: (
      <>
        {asking !== null && (
          <DoorReasonDialog
            door={door}
            action={asking}
            onClose={() => setAsking(null)}
            onReason={(reason) => give(asking, reason)}
          />
        )}
        {opened === 'holding' && <HoldOpenDialog door={door} onClose={close} />}
        {opened === 'settings' && <EditDoorDialog door={door} onClose={close} />}
      </>
    ),
  };
}

interface DoorButtonsProps {
  readonly door: Door;
  readonly pending: DoorAction | null;
  readonly onPress: (action: DoorAction) => void;
}

/** Open and lock, or why the door cannot be opened now. */
export function DoorButtons({ door, pending, onPress }: DoorButtonsProps) {
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
