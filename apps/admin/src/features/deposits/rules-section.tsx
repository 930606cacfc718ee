import type { DepositRule } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDeleteDepositRule, useDepositRules } from './deposits.api.ts';
import { RemoveButton } from '../../ui/list/named-row.tsx';

/** The shapes of the bank's messages that people taught by correcting one. */
export function RulesSection({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('deposits');
  const rules = useDepositRules(useProduct(), storeId);
  const [deleting, setDeleting] = useState<DepositRule | null>(null);
  return (
    <Card component="section" variant="outlined" aria-label={t('rules.title')} sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <Box component="h2" sx={{ m: 0, typography: 'subtitle1' }}>
        {t('rules.title')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '70ch' }}>{t('rules.text')}</Box>
      <Unread query={rules} height={56} />
      {rules.data?.items.length === 0 && <Box sx={{ typography: 'body2' }}>{t('rules.none')}</Box>}
      {rules.data !== undefined && rules.data.items.length > 0 && (
        <Box component="ul" sx={{ ...PLAIN_LIST, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
          {rules.data.items.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onDelete={() => setDeleting(rule)} />
          ))}
        </Box>
      )}
      {deleting !== null && <DeleteDialog storeId={storeId} rule={deleting} onClose={() => setDeleting(null)} />}
    </Card>
  );
}

interface RuleRowProps {
  readonly rule: DepositRule;
  readonly onDelete: () => void;
}

function RuleRow({ rule, onDelete }: RuleRowProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const template = rule.template
    .replaceAll('{name}', `[${t('rules.name')}]`)
    .replaceAll('{text}', `[${t('rules.other')}]`);
  return (
    <Box
      component="li"
      data-testid="deposit-rule"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1 }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{template}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[
            t(`correct.kinds.${rule.kind}`),
            t('rules.by', { by: rule.createdBy, when: format.date(rule.createdAt) }),
            rule.lastUsedAt === null
              ? t('rules.neverUsed')
              : t('rules.used', { when: format.relative(rule.lastUsedAt) }),
          ].join(' · ')}
        </Box>
      </Box>
      <RemoveButton text={t('rules.delete')} onClick={onDelete} />
    </Box>
  );
}

interface DeleteDialogProps extends Pick<RuleRowProps, 'rule'> {
  readonly storeId: string;
  readonly onClose: () => void;
}

function DeleteDialog({ storeId, rule, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('deposits');
  const remove = useDeleteDepositRule(useProduct(), storeId);
  return (
    <ActDialog
      title={t('rules.deleteTitle')}
      confirmLabel={t('rules.delete')}
      mutation={remove}
      input={rule.id}
      doneText={t('rules.deleted')}
      onClose={onClose}
    >
      {t('rules.deleteText')}
    </ActDialog>
  );
}
