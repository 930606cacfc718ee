import type { Door } from '@munjigi/contract';
import { MuiTheme } from '../../../session/mui-theme.tsx';
import { DoorReasonDialog } from './door-reason-dialog.tsx';

interface OpenReasonProps {
  readonly door: Door;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks support for the reason, over a screen without MUI. */
export function OpenReason(props: OpenReasonProps) {
  return (
    <MuiTheme>
      <DoorReasonDialog {...props} action="OPEN" />
    </MuiTheme>
  );
}
