import type { OnCallPerson } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { TitledText } from '../../ui/section-head.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { describeRules, toRulesBody, toRulesDraft, type VersionedRules } from './rules-draft.ts';
import { proposeRules } from './propose-rules.ts';
import { useSetOnCallRules } from './rules.api.ts';

interface RulesProposalProps {
  /** The defaults of a store without rules. */
  readonly rules: VersionedRules;
  readonly people: readonly OnCallPerson[];
}

/** What the server suggests for a store without rules, in words, with the one act that turns it on (OC-7). */
export function RulesProposal({ rules, people }: RulesProposalProps) {
  const { t } = useTranslation(['on-call', 'form']);
  const save = useSetOnCallRules(useProduct(), rules.storeId);
  const accept = useMutation({ mutationFn: save, onSuccess: () => toast.success(t('proposal.done')) });
  const proposal = proposeRules(rules, people);
  if (proposal === null) return null;
  const steps = describeRules({ ...toRulesDraft(rules), ...proposal }, people, t).filter(([label]) =>
    [t('rules.steps'), t('rules.quiet')].includes(label),
  );
  return (
    <Box
      component="section"
      aria-labelledby="on-call-proposal"
      data-testid="on-call-proposal"
      sx={{ p: 2, border: 1, borderColor: 'primary.main', borderRadius: 1, display: 'grid', gap: 1.5 }}
    >
      <Box>
        <TitledText id="on-call-proposal" title={t('proposal.title')} text={t('proposal.text')} />
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5, typography: 'body2' }}>
        {steps.map(([label, words]) => (
          <div key={label}>
            <Box component="dt" sx={{ fontWeight: 600 }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {words}
            </Box>
          </div>
        ))}
      </Box>
      <ProblemAlert error={accept.error} />
      <Button
        variant="contained"
        sx={{ justifySelf: 'start' }}
        aria-disabled={accept.isPending}
        onClick={() => !accept.isPending && accept.mutate({ ...toRulesBody(proposal), version: null })}
      >
        {t('proposal.accept')}
      </Button>
    </Box>
  );
}
