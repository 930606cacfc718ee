import type { PricePolicy, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { usePolicyWords } from './policy-words.ts';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';

interface PolicyListProps {
  readonly store: Store;
  readonly policies: readonly PricePolicy[];
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** Absent for people who cannot change policies. */
  readonly onOpen?: (policyId: string) => void;
}

/** The policies, the one that wins first. */
export function PolicyList({ store, policies, rooms, onOpen }: PolicyListProps) {
  const { t } = useTranslation('prices');
  const words = usePolicyWords(store, rooms);
  return (
    <Card
      component="ol"
      variant="outlined"
      sx={{ ...PLAIN_LIST, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}
    >
      {policies.map((policy) => (
        <li key={policy.id}>
          <ButtonBase
            component={onOpen === undefined ? 'div' : 'button'}
            {...(onOpen !== undefined && { onClick: () => onOpen(policy.id) })}
            disabled={onOpen === undefined}
            data-testid="price-policy"
            data-policy={policy.id}
            sx={{
              width: '100%',
              p: 1.5,
              gap: 1.5,
              justifyContent: 'flex-start',
              alignItems: 'flex-start',
              textAlign: 'start',
              'button&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{policy.name}</Box>
              <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {words.days(policy)} · {words.band(policy)}
              </Box>
              <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {[words.rooms(policy), words.season(policy), words.people(policy)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Box>
            </Box>
            <Box sx={{ textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              <Box sx={{ fontWeight: 600 }}>{words.amount(policy)}</Box>
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
                {t('policy.priorityShort', { priority: policy.priority })}
              </Box>
            </Box>
          </ButtonBase>
        </li>
      ))}
    </Card>
  );
}
