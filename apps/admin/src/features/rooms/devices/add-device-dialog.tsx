import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { DialogTabs } from '../../../ui/form/dialog/dialog-tabs.tsx';
import { useStore } from '../../stores/index.ts';
import { useDiscoveredDevices } from './device-settings.api.ts';
import { FoundDevices } from './found-devices.tsx';
import { ManualDeviceForm } from './manual-device-form.tsx';

const WAYS = ['found', 'manual'] as const;
type Way = (typeof WAYS)[number];

/** Adds a device to a room: one that announced itself, with one tap, or one that is set up manually (DR-4). */
export function AddDeviceDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) {
  const { t } = useTranslation(['rooms', 'manual', 'form']);
  const product = useProduct();
  const isPhone = useMediaQuery('(max-width:600px)');
  const found = useDiscoveredDevices(product, room.storeId);
  const store = useStore(product, room.storeId);
  const [chosen, setChosen] = useState<Way | null>(null);
  // Starts with the discovered devices, or with the form if there are none. Chosen once, because a device that is
  // discovered later must not replace the form.
  if (chosen === null && found.data !== undefined) setChosen(found.data.items.length === 0 ? 'manual' : 'found');
  const way = chosen ?? 'found';
  const unread = [found, store].find((query) => query.data === undefined);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="add-device-title">
      <DialogTitle id="add-device-title">{t('addDevice.title', { room: room.name })}</DialogTitle>
      <WayTabs way={way} foundCount={found.data?.total} onWay={setChosen} />
      <Box
        role="tabpanel"
        id="add-device-panel"
        aria-labelledby={`add-device-${way}`}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        {unread !== undefined &&
          (unread.isError ? (
            <ErrorState error={unread.error} onRetry={() => void unread.refetch()} />
          ) : (
            <Skeleton variant="rounded" height={240} aria-busy="true" sx={{ m: 3 }} />
          ))}
        {found.data !== undefined &&
          store.data !== undefined &&
          (way === 'found' ? (
            <FoundDevices room={room} devices={found.data.items} mqttPrefix={store.data.mqttPrefix} onClose={onClose} />
          ) : (
            <ManualDeviceForm room={room} mqttPrefix={store.data.mqttPrefix} onClose={onClose} />
          ))}
      </Box>
    </Dialog>
  );
}

interface WayTabsProps {
  readonly way: Way;
  /** `undefined`: not read yet. */
  readonly foundCount: number | undefined;
  readonly onWay: (way: Way) => void;
}

function WayTabs({ way, foundCount, onWay }: WayTabsProps) {
  const { t } = useTranslation('rooms');
  return (
    <DialogTabs
      id="add-device"
      labelledBy="add-device-title"
      names={WAYS}
      value={way}
      labelOf={(name) => (name === 'found' ? t('addDevice.found', { n: foundCount ?? '' }) : t('addDevice.told'))}
      onChange={onWay}
    />
  );
}
