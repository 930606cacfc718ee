import type { DiscoveredDevice, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useAddDevice } from './device-settings.api.ts';

interface FoundDevicesProps {
  readonly room: Room;
  readonly devices: readonly DiscoveredDevice[];
  readonly mqttPrefix: string;
  readonly onClose: () => void;
}

/** Devices that announced themselves in the store; one tap adds one to the room under its announced name. */
export function FoundDevices({ room, devices, mqttPrefix, onClose }: FoundDevicesProps) {
  const { t } = useTranslation('rooms');
  return (
    <>
      <DialogContent sx={{ typography: 'body2' }}>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t(devices.length === 0 ? 'addDevice.noneFound' : 'addDevice.foundText', { prefix: mqttPrefix })}
        </Box>
        {devices.length > 0 && (
          <Box
            component="ul"
            data-testid="found-devices"
            sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
          >
            {devices.map((device) => (
              <Found key={device.id} room={room} device={device} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('addDevice.close')}
        </Button>
      </DialogActions>
    </>
  );
}

function Found({ room, device }: { readonly room: Room; readonly device: DiscoveredDevice }) {
  const { t } = useTranslation(['rooms', 'manual']);
  const format = useFormat();
  const add = useAddDevice(useProduct());
  const maker = [device.manufacturer, device.model].filter((part) => part !== null).join(' ');
  const facts = [
    t(`manual:kinds.${device.kind}`),
    maker,
    t('addDevice.firstSeen', { when: format.relative(device.firstSeenAt) }),
  ].filter((part) => part !== '');
  const put = () =>
    add.mutate(
      { roomId: room.id, name: device.name.trim().slice(0, 60), source: { discoveredDeviceId: device.id } },
      {
        onSuccess: ({ name }) => toast.success(t('addDevice.done', { device: name })),
      },
    );
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 1.25 }}>
      <Box sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ typography: 'subtitle2' }}>{device.name}</Box>
        <Box sx={{ color: 'text.secondary' }}>{facts.join(' · ')}</Box>
        {device.obstacle !== null && <Box>{t('addDevice.obstacle', { why: device.obstacle })}</Box>}
        <Box role="alert" sx={{ color: 'error.main' }}>
          {add.error !== null && problemText(t, add.error)}
        </Box>
      </Box>
      {device.obstacle === null && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={add.isPending}
          aria-label={t('addDevice.add_named', { device: device.name })}
          onClick={() => !add.isPending && put()}
        >
          {t('addDevice.add')}
        </Button>
      )}
    </Box>
  );
}
