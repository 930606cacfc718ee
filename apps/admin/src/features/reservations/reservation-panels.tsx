import { MuiTheme } from '../../session/mui-theme.tsx';
import { AskStoreDialog } from './ask-store-dialog.tsx';
import { CreateReservationDialog } from './create/create-reservation-dialog.tsx';
import type { ReservationPrefill } from './create/reservation-draft.ts';
import { ReservationDrawer } from './detail/reservation-drawer.tsx';
import { WaitlistPanel } from './waitlist/waitlist-panel.tsx';
import { WalkInDialog } from './walk-in/walk-in-dialog.tsx';

/** The panel that is open over the board, besides the drawer, which the address opens. */
export type OpenPanel =
  | { readonly kind: 'create'; readonly initial: ReservationPrefill }
  | { readonly kind: 'walk-in' }
  | { readonly kind: 'waitlist'; /** The day that the board shows; `null`: today. */ readonly day: string | null };

interface ReservationPanelsProps {
  /** `null`: the panel asks for its store first. */
  readonly storeId: string | null;
  readonly panel: OpenPanel | null;
  readonly isDrawerOpen: boolean;
  readonly onPanel: (panel: OpenPanel | null) => void;
  readonly onStore?: (storeId: string) => void;
  /** Opens a reservation in the drawer. */
  readonly onOpen: (reservationId: string) => void;
}

/** All panels over the board, in one chunk that loads after the board is rendered, with the component library. */
export function ReservationPanels(props: ReservationPanelsProps) {
  const { storeId, panel, isDrawerOpen, onPanel, onStore } = props;
  return (
    <MuiTheme>
      {isDrawerOpen && <ReservationDrawer />}
      {storeId === null
        ? panel !== null && onStore !== undefined && <AskStoreDialog onPick={onStore} onClose={() => onPanel(null)} />
        : panel !== null && <StorePanel {...props} storeId={storeId} panel={panel} />}
    </MuiTheme>
  );
}

interface StorePanelProps extends Pick<ReservationPanelsProps, 'onPanel' | 'onOpen'> {
  readonly storeId: string;
  readonly panel: OpenPanel;
}

function StorePanel({ storeId, panel, onPanel, onOpen }: StorePanelProps) {
  const close = () => onPanel(null);
  return (
    <>
      {panel.kind === 'create' && <CreateReservationDialog storeId={storeId} initial={panel.initial} onClose={close} />}
      {panel.kind === 'walk-in' && (
        <WalkInDialog
          storeId={storeId}
          onClose={close}
          onDetails={(reservationId) => {
            close();
            onOpen(reservationId);
          }}
        />
      )}
      {panel.kind === 'waitlist' && (
        <WaitlistPanel
          storeId={storeId}
          day={panel.day}
          onBook={(initial) => onPanel({ kind: 'create', initial })}
          onClose={close}
        />
      )}
    </>
  );
}
