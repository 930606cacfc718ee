import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { toast } from '../../ui/toast.ts';
import { draftOfEndpoint, editBody, urlProblemOf, type EndpointDraft } from './endpoint-draft.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { useEditEndpoint } from './webhook-endpoints.api.ts';

/** Changes an endpoint: address, types, on or off. After a STALE refusal it shows both versions (AP-4). */
export function EditEndpointDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['outgoing-webhooks', 'form']);
  const edit = useEditEndpoint(useProduct(), endpoint.id);
  const [shown, setShown] = useState(endpoint);
  const [draft, setDraft] = useState(() => draftOfEndpoint(endpoint));
  const [theirs, setTheirs] = useState<WebhookEndpoint | null>(null);
  const [wasSent, setWasSent] = useState(false);
  const isUrlMissing = draft.url.trim() === '';
  const isTypeMissing = draft.types.length === 0;
  const urlProblem = urlProblemOf(edit.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (edit.isPending || isUrlMissing || isTypeMissing) return;
    edit.mutate(editBody(draft, draftOfEndpoint(theirs ?? shown), (theirs ?? shown).version), {
      onSuccess: () => {
        toast.success(t('form.saved'));
        onClose();
      },
      onError: (error) => {
        if (isProblem(error) && error.code === 'STALE' && error.current !== undefined)
          setTheirs(error.current as WebhookEndpoint);
      },
    });
  }

  function keepTheirs(): void {
    if (theirs === null) return;
    setShown(theirs);
    setDraft(draftOfEndpoint(theirs));
    setTheirs(null);
    edit.reset();
  }

  const words = ({ types, isOn }: EndpointDraft) => ({
    types: types.map((type) => t(`type.${type}`)).join(', '),
    state: t(isOn ? 'form.on' : 'form.off'),
  });
  const isStale = isProblem(edit.error) && edit.error.code === 'STALE';
  const [their, mine] = [draftOfEndpoint(theirs ?? shown), draft];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="endpoint-title">
      <Box component="form" onSubmit={submit} noValidate sx={{ display: 'contents' }}>
        <DialogTitle id="endpoint-title">{t('form.editTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <EndpointFields
            draft={draft}
            canPause
            urlProblem={urlProblem}
            isUrlMissing={wasSent && isUrlMissing}
            isTypeMissing={wasSent && isTypeMissing}
            onChange={(change) => {
              setDraft({ ...draft, ...change });
              if (!isStale) edit.reset();
            }}
          />
          {theirs !== null && (
            <StaleNotice
              onKeepTheirs={keepTheirs}
              rows={[
                { label: t('stale.url'), theirs: their.url, mine: mine.url },
                { label: t('stale.description'), theirs: their.description, mine: mine.description },
                { label: t('stale.types'), theirs: words(their).types, mine: words(mine).types },
                { label: t('stale.state'), theirs: words(their).state, mine: words(mine).state },
              ]}
            />
          )}
          {edit.error !== null && urlProblem === null && !(isStale && theirs !== null) && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, edit.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={edit.isPending}>
            {theirs === null ? t('form:save') : t('form:stale.saveMine')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
