import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { turnDesktopNoticesOff, turnDesktopNoticesOn, useDesktopNotices } from './desktop.ts';

/** The link to the push settings. */
const PUSH_PATH = '/dashboard/account#push';

/**
 * The switch for desktop notifications of this browser while the tab is hidden, or the reason why they are not possible
 * (NT-4).
 */
export function DesktopSwitch() {
  const { t } = useTranslation('notification-lookup');
  const notices = useDesktopNotices();
  const id = useId();
  const why = notices === 'denied' || notices === 'absent' ? t(`desktop.${notices}`) : null;
  const link = (
    <Box
      component={Link}
      to={PUSH_PATH}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, typography: 'body2', color: 'inherit' }}
    >
      {t(notices === 'pushed' ? 'desktop.pushSettings' : 'desktop.pushOffer')}
    </Box>
  );
  if (notices === 'pushed')
    return (
      <Box sx={{ maxWidth: 340, typography: 'body2' }}>
        <Box sx={{ fontWeight: 600 }}>{t('desktop.pushed')}</Box>
        {link}
      </Box>
    );
  return (
    <Box sx={{ maxWidth: 340 }}>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', fontWeight: 600 }}
      >
        <Switch
          checked={notices === 'on'}
          disabled={why !== null}
          slotProps={{ input: { role: 'switch', ...(why !== null && { 'aria-describedby': id }) } }}
          onChange={(_event, isOn) => (isOn ? void turnDesktopNoticesOn() : turnDesktopNoticesOff())}
        />
        {t('desktop.switch')}
      </Box>
      {why !== null && (
        <Box id={id} sx={{ typography: 'caption', color: 'text.secondary' }}>
          {why}
        </Box>
      )}
      {why === null && link}
    </Box>
  );
}
