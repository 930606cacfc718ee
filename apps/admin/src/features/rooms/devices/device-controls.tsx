import type { ClimateMode, Device, RequestedState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Slider from '@mui/material/Slider';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface DeviceControlsProps {
  readonly device: Device;
  readonly isPending: boolean;
  readonly onControl: (state: RequestedState) => void;
}

/** The controls for this kind of device. They show the device's state, never the requested one. */
export function DeviceControls({ device, isPending, onControl }: DeviceControlsProps) {
  switch (device.kind) {
    case 'SWITCH':
      return <OnOff device={device} isPending={isPending} onControl={onControl} />;
    case 'LIGHT':
      return (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          {device.traits.hasBrightness && <Brightness device={device} isPending={isPending} onControl={onControl} />}
          <OnOff device={device} isPending={isPending} onControl={onControl} />
        </Box>
      );
    case 'CLIMATE':
      return <Climate device={device} isPending={isPending} onControl={onControl} />;
    case 'BUTTON':
      return <Press isPending={isPending} onControl={onControl} />;
    default:
      return null;
  }
}

function OnOff({ device, isPending, onControl }: DeviceControlsProps) {
  return (
    <Switch
      checked={device.state.isOn === true}
      disabled={isPending}
      onChange={(_event, isOn) => onControl({ isOn })}
      slotProps={{ input: { 'aria-label': device.name } }}
    />
  );
}

function Brightness({ device, isPending, onControl }: DeviceControlsProps) {
  const { t } = useTranslation('rooms');
  // The value during a drag; afterwards the device's reported value is shown again.
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <Slider
      size="small"
      min={1}
      max={100}
      sx={{ width: 112 }}
      disabled={isPending}
      aria-label={t('device.brightnessOf', { device: device.name })}
      value={dragged ?? device.state.brightness ?? 1}
      onChange={(_event, value) => setDragged(value)}
      onChangeCommitted={(_event, value) => {
        setDragged(null);
        onControl({ isOn: true, brightness: value });
      }}
    />
  );
}

function Climate({ device, isPending, onControl }: DeviceControlsProps) {
  const { t } = useTranslation('rooms');
  const { modes = [], minTemperature, maxTemperature, temperatureStep = 0.5 } = device.traits;
  const target = device.state.targetTemperature;
  const step = Math.max(temperatureStep, 0.5);
  const isSettable = target !== undefined && minTemperature !== undefined && maxTemperature !== undefined;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Select<ClimateMode | ''>
        size="small"
        displayEmpty
        value={device.state.mode ?? ''}
        disabled={isPending}
        inputProps={{ 'aria-label': t('device.modeOf', { device: device.name }) }}
        onChange={({ target: { value } }) => value !== '' && onControl({ mode: value })}
      >
        {modes.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`device.mode.${mode}`)}
          </MenuItem>
        ))}
      </Select>
      {isSettable && (
        <Box role="group" aria-label={t('device.targetOf', { device: device.name })} sx={{ display: 'flex', gap: 0.5 }}>
          <Button
            variant="outlined"
            color="inherit"
            disabled={isPending || target - step < minTemperature}
            sx={{ minWidth: 44 }}
            aria-label={t('device.cooler')}
            onClick={() => onControl({ targetTemperature: target - step })}
          >
            −
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            disabled={isPending || target + step > maxTemperature}
            sx={{ minWidth: 44 }}
            aria-label={t('device.warmer')}
            onClick={() => onControl({ targetTemperature: target + step })}
          >
            +
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Press({ isPending, onControl }: Omit<DeviceControlsProps, 'device'>) {
  const { t } = useTranslation('rooms');
  return (
    <Button variant="outlined" color="inherit" disabled={isPending} onClick={() => onControl({ press: true })}>
      {t('device.press')}
    </Button>
  );
}
