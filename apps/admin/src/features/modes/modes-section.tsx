import type { Mode, Store } from '@munjigi/contract';
import { reachOf } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { StoreIcon } from '../stores/index.ts';
import { isKind, NEW_MODE_ID, newMode, type KnownDevices } from './mode-draft.ts';
import { ModeEditor } from './mode-editor.tsx';
import { useModeWords } from './mode-words.ts';
import { useModes, useStoreDevices } from './modes.api.ts';

interface ModesSectionProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** The modes of a store's rooms: the list, or the one that is edited (RM-5). */
export function ModesSection({ store, rooms }: ModesSectionProps) {
  const { t } = useTranslation(['modes', 'form', 'rooms', 'devices']);
  const can = useCan();
  const { user } = useAuthContext();
  const product = useProduct();
  const modes = useModes(product, store.id);
  const devices = useStoreDevices(product, store.id);
  const { openId, open, close } = useOpenMode();
  const failed = modes.data === undefined ? modes : devices;
  if (modes.data === undefined || devices.data === undefined) {
    return <Unread query={failed} height={320} />;
  }
  const controllable = devices.data.items.filter((device) => isKind(device.kind));
  const reach = can('devices:configure') ? reachOf(user?.roles ?? [], 'devices:configure') : null;
  // A mode of every store can be changed only by people with all stores.
  const isOwn = (mode: Mode) => reach === 'all' || (reach === 'own' && mode.storeId !== null);
  const edited =
    openId === NEW_MODE_ID && reach !== null
      ? newMode(store.id)
      : modes.data.items.find((mode) => mode.id === openId && isOwn(mode));
  if (edited !== undefined)
    return (
      <ModeEditor
        key={edited.id}
        storeId={store.id}
        mode={edited}
        devices={controllable}
        rooms={rooms}
        onClose={close}
      />
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: FORM_WIDTH }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary', flex: '1 1 200px' }}>{t('text')}</Box>
        {reach !== null && (
          <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => open(NEW_MODE_ID)}>
            {t('create')}
          </Button>
        )}
      </Box>
      {modes.data.items.length === 0 ? (
        <Card variant="outlined" sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>
          {t('none')}
        </Card>
      ) : (
        <ModeList modes={modes.data.items} devices={controllable} rooms={rooms} isOwn={isOwn} onOpen={open} />
      )}
    </Box>
  );
}

/** The mode that is edited, by its id in the address. */
function useOpenMode() {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (modeId: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (modeId === null) next.delete('mode');
          else next.set('mode', modeId);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  const close = useCallback(() => open(null), [open]);
  return { openId: params.get('mode'), open, close };
}

interface ModeListProps {
  readonly modes: readonly Mode[];
  readonly devices: KnownDevices;
  readonly rooms: ModesSectionProps['rooms'];
  readonly isOwn: (mode: Mode) => boolean;
  readonly onOpen: (modeId: string) => void;
}

const ROW = { width: '100%', p: 1.5, display: 'block', textAlign: 'start' } as const;

function ModeList({ modes, devices, rooms, isOwn, onOpen }: ModeListProps) {
  const { t } = useTranslation('modes');
  const words = useModeWords(devices, rooms);
  const line = (mode: Mode) => (
    <>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {mode.name}
        {mode.storeId === null && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {' '}
            · {t('everywhere')}
          </Box>
        )}
      </Box>
      {mode.purpose !== null && <Box sx={{ typography: 'body2' }}>{words.purpose(mode.purpose)}</Box>}
      <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {words.states(mode.states)}
      </Box>
    </>
  );
  return (
    <Card
      component="ul"
      variant="outlined"
      sx={{ ...PLAIN_LIST, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}
    >
      {modes.map((mode) => (
        <li key={mode.id}>
          {isOwn(mode) ? (
            <ButtonBase
              data-testid="mode"
              onClick={() => onOpen(mode.id)}
              sx={{ ...ROW, '&:hover': { bgcolor: 'action.hover' } }}
            >
              {line(mode)}
            </ButtonBase>
          ) : (
            <Box data-testid="mode" sx={ROW}>
              {line(mode)}
            </Box>
          )}
        </li>
      ))}
    </Card>
  );
}
