import type { Device, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { LINED_LIST, ROW } from '../../../ui/form/layouts.ts';
import { Unread } from '../../../ui/form/unread.tsx';
import { useFormat } from '../../../ui/format.ts';
import { OpeningDialog } from '../../../ui/opening-dialog.tsx';
import { Glyph, hasEnded, hasFailed, useCommandWords } from '../../devices/index.ts';
import { DeviceControls } from './device-controls.tsx';
import { useControlDevice, useRoomDevices } from './room-devices.api.ts';
import { SectionCard } from '../../../ui/section-head.tsx';

// Loaded when a person adds or changes a device, which is rare.
const AddDeviceDialog = lazy(async () => ({ default: (await import('./add-device-dialog.tsx')).AddDeviceDialog }));
const EditDeviceDialog = lazy(async () => ({ default: (await import('./edit-device-dialog.tsx')).EditDeviceDialog }));

/**
 * The devices and sensors of a room with their current state (RM-2, RM-4). Without devices it is shown only to people
 * who can add one.
 */
export function RoomDevices({ room }: { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const can = useCan();
  const devices = useRoomDevices(useProduct(), room.id);
  const [isAdding, setIsAdding] = useState(false);
  const [editingId, setEditingId] = useState<string | null>(null);
  if (devices.data === undefined) {
    return <Unread query={devices} height={96} />;
  }
  const { items } = devices.data;
  const isChangeable = can('devices:configure') && room.archivedAt === null;
  if (items.length === 0 && !isChangeable) return null;
  const edited = items.find((device) => device.id === editingId);
  return (
    <SectionCard
      id="room-devices"
      title={t('device.title')}
      action={
        isChangeable && (
          <Button variant="outlined" color="inherit" onClick={() => setIsAdding(true)}>
            {t('addDevice.action')}
          </Button>
        )
      }
    >
      {items.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('device.none')}</Box>}
      <Box
        component="ul"
        sx={{
          ...LINED_LIST,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        {items.map((device) => (
          <DeviceRow key={device.id} device={device} {...(isChangeable && { onEdit: () => setEditingId(device.id) })} />
        ))}
      </Box>
      {isAdding && <AddingDialog room={room} onClose={() => setIsAdding(false)} />}
      {edited !== undefined && (
        <OpeningDialog key={edited.id} onClose={() => setEditingId(null)}>
          <EditDeviceDialog device={edited} onClose={() => setEditingId(null)} />
        </OpeningDialog>
      )}
    </SectionCard>
  );
}

function DeviceRow({ device, onEdit }: { readonly device: Device; readonly onEdit?: () => void }) {
  const { t } = useTranslation('rooms');
  const can = useCan();
  const { command, attempt, control } = useControlDevice(useProduct(), device);
  const isAwaited = attempt !== null && attempt.error === null && (command?.id ?? null) === attempt.before;
  const isPending = isAwaited || (command !== null && !hasEnded(command));
  return (
    <Box component="li" data-testid="room-device" sx={{ py: 1.25, display: 'grid', gap: 0.5 }}>
      <Box
        sx={{
          ...ROW,
          justifyContent: 'space-between',
          minHeight: 44,
        }}
      >
        <DeviceSummary device={device} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', ml: 'auto' }}>
          {can('devices:control') && (
            <DeviceControls device={device} isPending={isPending} onControl={(state) => void control(state)} />
          )}
          {onEdit !== undefined && (
            <IconButton
              aria-label={t('device.settings_named', { device: device.name })}
              onClick={onEdit}
              sx={{ mr: -1 }}
            >
              <Glyph name="settings" size={20} />
            </IconButton>
          )}
        </Box>
      </Box>
      <DeviceOutcome command={isAwaited ? null : command} error={attempt?.error ?? null} isPending={isPending} />
    </Box>
  );
}

/** The name of a device, its reported state, and whether it is reachable. */
function DeviceSummary({ device }: { readonly device: Device }) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  const state = useStateWords(device);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{device.name}</Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.5,
          typography: 'body2',
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span>{state}</span>
        {device.online !== 'ONLINE' && (
          <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
            <Glyph name={device.online === 'BROKER_LOST' ? 'server' : 'offline'} size={14} />
            {t(`device.online.${device.online}`)}
            {device.online === 'DEVICE_OFFLINE' &&
              device.lastSeenAt !== null &&
              ` · ${t('device.lastSeen', { time: format.time(device.lastSeenAt) })}`}
          </Box>
        )}
        {device.battery !== null && <span>{t('device.battery', { percent: device.battery })}</span>}
      </Box>
    </Box>
  );
}

/** The outcome of a request: pending, or the failure. A success is visible at the device itself. */
function DeviceOutcome({
  command,
  error,
  isPending,
}: {
  readonly command: ReturnType<typeof useControlDevice>['command'];
  readonly error: unknown;
  readonly isPending: boolean;
}) {
  const { t } = useTranslation('rooms');
  const words = useCommandWords();
  const failure = error === null && command !== null && hasFailed(command) ? words.failure(command) : null;
  return (
    <Box role="status" sx={{ typography: 'body2' }}>
      {isPending && t('device.pending')}
      {!isPending && error !== null && (
        <Fault what={isProblem(error) ? problemText(t, error) : t('device.unknownOutcome')} />
      )}
      {!isPending && failure !== null && <Fault what={failure.what} next={failure.next} />}
    </Box>
  );
}

function Fault({ what, next = '' }: { readonly what: string; readonly next?: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ display: 'inline-flex', pt: '2px', color: 'error.main' }}>
        <Glyph name="alert" size={16} />
      </Box>
      <span>
        <strong>{what}</strong> {next}
      </span>
    </Box>
  );
}

function useStateWords({ kind, state, traits, stateSource }: Device): string {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  const degrees = (value: number) => `${format.number(value)} °C`;
  const words: string[] = [];
  if (state.isOn !== undefined) words.push(t(state.isOn ? 'device.on' : 'device.off'));
  if (state.isOn === true && state.brightness !== undefined) words.push(`${format.number(state.brightness)} %`);
  if (state.mode !== undefined) words.push(t(`device.mode.${state.mode}`));
  if (state.targetTemperature !== undefined)
    words.push(t('device.target', { value: degrees(state.targetTemperature) }));
  if (state.currentTemperature !== undefined)
    words.push(t('device.current', { value: degrees(state.currentTemperature) }));
  if (state.isActive !== undefined)
    words.push(t(`device.${activeKey(traits.sensorClass)}.${state.isActive ? 'on' : 'off'}`));
  if (state.value !== undefined) words.push(`${format.number(state.value)} ${traits.unit ?? ''}`.trim());
  if (words.length === 0) return kind === 'BUTTON' ? '' : t('device.unknown');
  if (stateSource === 'INFERRED') words.push(t('device.inferred'));
  return words.join(' · ');
}

function activeKey(sensorClass: string | undefined): 'occupancy' | 'opening' | 'active' {
  if (sensorClass === 'occupancy' || sensorClass === 'motion' || sensorClass === 'presence') return 'occupancy';
  return sensorClass === 'door' || sensorClass === 'window' || sensorClass === 'opening' || sensorClass === 'contact'
    ? 'opening'
    : 'active';
}

function AddingDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }) {
  return (
    <OpeningDialog onClose={onClose}>
      <AddDeviceDialog room={room} onClose={onClose} />
    </OpeningDialog>
  );
}
