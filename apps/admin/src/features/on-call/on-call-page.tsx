import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
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
      <Tabs
        value={part}
        aria-label={t('title')}
        variant="scrollable"
        scrollButtons={false}
        onChange={(_event, next: Part) =>
          change({ part: next === 'incidents' ? '' : next, page: '', incident: '', kind: '', show: '' })
        }
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { minHeight: 48, px: 1.5, minWidth: 0 },
          '& .MuiTab-root.Mui-selected': { color: 'var(--accent-text)' },
        }}
      >
        {PARTS.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`on-call-part-${name}`}
            aria-controls="on-call-part-panel"
            label={t(`part.${name}`)}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="on-call-part-panel" aria-labelledby={`on-call-part-${part}`}>
        {part === 'incidents' ? <IncidentsPart /> : <RulesPart />}
      </Box>
    </Box>
  );
}
