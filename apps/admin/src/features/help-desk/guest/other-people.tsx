import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useNow } from '../../../ui/time/use-now.ts';

const noticeSx = {
  display: 'flex',
  gap: 1,
  alignItems: 'center',
  p: 1.25,
  borderRadius: 1,
  border: 1,
  typography: 'body2',
} as const;

/**
 * The guest's own request for help, and the other people who have this guest's page open, so that two of them do not
 * open the door or call the guest at once.
 */
export function OtherPeople({ people, guestAskedAt }: Pick<HelpDeskPage, 'people' | 'guestAskedAt'>) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  const { user } = useAuthContext();
  // Renders again every 15 s, to update the relative times.
  useNow(15_000);
  const others = people.filter((person) => person.personId !== user?.id);
  return (
    <Box role="status" sx={{ display: 'contents' }}>
      {guestAskedAt !== null && (
        <Box data-testid="guest-asked" sx={{ ...noticeSx, borderColor: 'warning.main' }}>
          <Box component="span" sx={{ display: 'inline-flex', color: 'warning.main' }}>
            <Icon name="users" size={18} />
          </Box>
          {t('guestAsked', { when: format.relative(guestAskedAt) })}
        </Box>
      )}
      {others.map((other) => (
        <Box key={other.personId} data-testid="other-person" sx={{ ...noticeSx, borderColor: 'info.main' }}>
          <Box component="span" sx={{ display: 'inline-flex', color: 'info.main' }}>
            <Icon name="users" size={18} />
          </Box>
          {t('alsoHere', { name: other.name, when: format.relative(other.openedAt) })}
        </Box>
      ))}
    </Box>
  );
}
