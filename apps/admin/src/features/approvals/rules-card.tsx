import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useApprovalRules } from './approvals.api.ts';
import { RulesDialog } from './rules-dialog.tsx';

/** The rules for two people, shown to every person whom they concern; an ADMIN changes them here. */
export function RulesCard() {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const can = useCan();
  const rules = useApprovalRules(useProduct());
  const [isOpen, setOpen] = useState(false);
  const { data } = rules;
  const lines =
    data === undefined
      ? []
      : ([
          [
            t('rules.refund'),
            data.refundLimit === null ? t('rules.off') : t('rules.above', { amount: format.money(data.refundLimit) }),
          ],
          [t('rules.lockdown'), t(data.needsTwoForLockdown ? 'rules.on' : 'rules.off')],
          [t('rules.fire'), t(data.needsTwoForFireRelease ? 'rules.on' : 'rules.off')],
        ] as const);
  return (
    <Card
      component="section"
      variant="outlined"
      aria-labelledby="rules-title"
      data-testid="approval-rules"
      sx={{ p: 2, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
        <Box component="h2" id="rules-title" sx={{ typography: 'h6', m: 0 }}>
          {t('rules.title')}
        </Box>
        {can('approvals:configure') && data !== undefined && (
          <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
            {t('rules.open')}
          </Button>
        )}
      </Box>
      {data === undefined && rules.isError && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
      {data === undefined && !rules.isError && <Skeleton variant="text" height={72} />}
      {lines.length > 0 && (
        <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 0.75, typography: 'body2' }}>
          {lines.map(([name, value]) => (
            <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {name}
              </Box>
              <Box component="dd" sx={{ m: 0, fontWeight: 600, textAlign: 'right' }}>
                {value}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {isOpen && data !== undefined && <RulesDialog rules={data} onClose={() => setOpen(false)} />}
    </Card>
  );
}
