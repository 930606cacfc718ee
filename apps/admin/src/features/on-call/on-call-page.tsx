import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { PartTabs } from '../../ui/form/dialog/dialog-tabs.tsx';
import { choiceField, readFilterFields } from '../../ui/list/address-filter.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { IncidentsPart } from './incidents-part.tsx';
import { RulesPart } from './rules-part.tsx';

const PARTS = ['incidents', 'rules'] as const;
type Part = (typeof PARTS)[number];
const FIELDS = { part: choiceField('part', PARTS) };

/** `/dashboard/on-call`: what needs a person now, and who is notified of it (OC-1, OC-2). */
export function OnCallPage() {
  const { t } = useTranslation('on-call');
  const { params, change } = useAddressValues();
  const part: Part = readFilterFields(FIELDS, params).part ?? 'incidents';
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <PartTabs
        id="on-call-part"
        label={t('title')}
        names={PARTS}
        value={part}
        labelOf={(name) => t(`part.${name}`)}
        onChange={(next) =>
          change({ part: next === 'incidents' ? '' : next, page: '', incident: '', kind: '', show: '' })
        }
      />
      <Box role="tabpanel" id="on-call-part-panel" aria-labelledby={`on-call-part-${part}`}>
        {part === 'incidents' ? <IncidentsPart /> : <RulesPart />}
      </Box>
    </Box>
  );
}
