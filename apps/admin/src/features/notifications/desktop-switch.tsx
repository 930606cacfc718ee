import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { turnDesktopNoticesOff, turnDesktopNoticesOn, useDesktopNotices } from './desktop.ts';

/** Notices on the desktop while this tab is not looked at: on or off for this browser, and why not where it forbids them (NT-4). */
export function DesktopSwitch() {
  const { t } = useTranslation('notification-lookup');
  const notices = useDesktopNotices();
  const id = useId();
  const why = notices === 'denied' || notices === 'absent' ? t(`desktop.${notices}`) : null;
  return (
    <Box sx={{ maxWidth: 340 }}>
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', fontWeight: 600 }}>
        <Switch checked={notices === 'on'} disabled={why !== null} slotProps={{ input: { role: 'switch', ...(why !== null && { 'aria-describedby': id }) } }}
          onChange={(_event, isOn) => (isOn ? void turnDesktopNoticesOn() : turnDesktopNoticesOff())} />
        {t('desktop.switch')}
      </Box>
      {why !== null && <Box id={id} sx={{ typography: 'caption', color: 'text.secondary' }}>{why}</Box>}
    </Box>
  );
}
