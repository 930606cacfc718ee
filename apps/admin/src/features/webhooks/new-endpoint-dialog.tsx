import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { NEW_ENDPOINT, urlProblemOf, type EndpointDraft } from './endpoint-draft.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { SecretActions, SecretOnce } from './secret-once.tsx';
import { useCreateEndpoint } from './webhook-endpoints.api.ts';

/** Adds an endpoint, and shows its secret once. */
export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'form']);
  const form = useNewEndpointForm();
  const { made } = form;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="endpoint-title">
      <Box component="form" onSubmit={form.submit} noValidate sx={{ display: 'contents' }}>
        <DialogTitle id="endpoint-title">{t('form.addTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          {made === undefined ? (
            <EndpointFields
              draft={form.draft}
              canPause={false}
              urlProblem={form.urlProblem}
              isUrlMissing={form.isUrlMissing}
              isTypeMissing={form.isTypeMissing}
              onChange={form.edit}
            />
          ) : (
            <SecretOnce secret={made.secret} />
          )}
          {form.urlProblem === null && <ProblemAlert error={form.error} />}
        </DialogContent>
        <SecretActions isMade={made !== undefined} onClose={onClose}>
          <Button type="submit" variant="contained" aria-disabled={form.isBusy}>
            {t('form.make')}
          </Button>
        </SecretActions>
      </Box>
    </Dialog>
  );
}

function useNewEndpointForm() {
  const create = useCreateEndpoint(useProduct());
  const [draft, setDraft] = useState(NEW_ENDPOINT);
  const [wasSent, setWasSent] = useState(false);
  /** The same key after a lost answer, so that a retry creates no second endpoint; a new one after a refusal. */
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const isUrlMissing = draft.url.trim() === '';
  const isTypeMissing = draft.types.length === 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (create.isPending || create.data !== undefined || isUrlMissing || isTypeMissing) return;
    create.mutate(
      {
        body: { url: draft.url.trim(), description: draft.description.trim(), types: [...draft.types] },
        idempotencyKey,
      },
      {
        onError: (error) => isProblem(error) && setIdempotencyKey(crypto.randomUUID()),
      },
    );
  }

  function edit(change: Partial<EndpointDraft>): void {
    setDraft({ ...draft, ...change });
    if (create.error === null) return;
    create.reset();
    setIdempotencyKey(crypto.randomUUID());
  }

  return {
    draft,
    edit,
    urlProblem: urlProblemOf(create.error),
    isUrlMissing: wasSent && isUrlMissing,
    isTypeMissing: wasSent && isTypeMissing,
    isBusy: create.isPending,
    error: create.error,
    /** The endpoint with its secret, once it was created. */
    made: create.data,
    submit,
  };
}
