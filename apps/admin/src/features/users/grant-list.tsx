import type { RoleGrant } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { isGrantOver } from './rights-draft.ts';

interface GrantListProps {
  readonly roles: readonly RoleGrant[];
  readonly stores: readonly { readonly id: string; readonly name: string }[];
}

/**
 * A person's rights in words: each role with its end, a franchisee's with the stores. An expired role is struck out.
 */
export function GrantList({ roles, stores }: GrantListProps) {
  const { t } = useTranslation(['users', 'navbar']);
  const format = useFormat();
  if (roles.length === 0)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('noRights')}
      </Box>
    );
  const names = stores.map(({ name }) => name);
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25 }}>
      {roles.map((grant) => {
        const { role, until } = grant;
        const isPast = isGrantOver(grant);
        return (
          <Box
            key={role}
            component="span"
            sx={{ color: isPast ? 'text.secondary' : 'text.primary', overflowWrap: 'anywhere' }}
          >
            <Box component={isPast ? 's' : 'span'} sx={{ fontWeight: 600 }}>
              {t(`navbar:role.${role}`)}
            </Box>
            {role === 'FRANCHISEE' &&
              names.length > 0 &&
              ` · ${names.length <= 2 ? names.join(', ') : t('storesShort', { name: names[0], count: names.length - 1 })}`}
            {until !== null && ` · ${t(isPast ? 'overSince' : 'until', { at: format.dateTime(until) })}`}
          </Box>
        );
      })}
    </Box>
  );
}
