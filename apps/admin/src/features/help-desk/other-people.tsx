import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';

/**
 * The other people who have this guest's page open, so that two of them do not open the door or call the guest at once.
 */
export function OtherPeople({ people }: Pick<HelpDeskPage, 'people'>) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  const { user } = useAuthContext();
  // Renders again every 15 s, to update the relative times.
  useNow(15_000);
  const others = people.filter((person) => person.personId !== user?.id);
  return (
    <Box role="status" sx={{ display: 'contents' }}>
      {others.map((other) => (
        <Box
          key={other.personId}
          data-testid="other-person"
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            p: 1.25,
            borderRadius: 1,
            border: 1,
            borderColor: 'info.main',
            typography: 'body2',
          }}
        >
          <Box component="span" sx={{ display: 'inline-flex', color: 'info.main' }}>
            <Icon name="users" size={18} />
          </Box>
          {t('alsoHere', { name: other.name, when: format.relative(other.openedAt) })}
        </Box>
      ))}
    </Box>
  );
}
