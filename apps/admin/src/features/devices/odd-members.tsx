import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

/** What the server could not read of a device's messages, for the person who looks for the cause. Absent if nothing. */
export function OddMembers({ members }: { readonly members: Door['oddMembers'] }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  if (members.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="odd-members-title" sx={{ typography: 'body2' }}>
      <Box id="odd-members-title" component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('oddMembers.title')}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{t('oddMembers.text')}</Box>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {members.map(({ member, text, count, lastAt }) => (
          <Box key={member} component="li">
            <Box component="span" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
              {member}: {text === '' ? t('oddMembers.empty') : text}
            </Box>
            <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {t('oddMembers.times', { count, times: format.number(count), at: format.dateTime(lastAt) })}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
