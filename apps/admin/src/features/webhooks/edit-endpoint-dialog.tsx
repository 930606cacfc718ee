import type { WebhookEndpoint } from '@munjigi/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { draftOfEndpoint, editBody, urlProblemOf, type EndpointDraft } from './endpoint-draft.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { useEditEndpoint } from './webhook-endpoints.api.ts';

interface EditEndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Changes an endpoint: address, types, on or off. After a STALE refusal it shows both versions (AP-4). */
export function EditEndpointDialog({ endpoint, onClose }: EditEndpointDialogProps) {
  const { t } = useTranslation(['webhooks', 'form']);
  const form = useEndpointForm({ endpoint, onClose });
  const { draft, theirs } = form;
  return (
    <FormDialog
      title={t('form.editTitle')}
      submitLabel={theirs === null ? t('form:save') : t('form:stale.saveMine')}
      maxWidth="sm"
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <EndpointFields
        draft={draft}
        canPause
        urlProblem={form.urlProblem}
        isUrlMissing={form.isUrlMissing}
        isTypeMissing={form.isTypeMissing}
        onChange={form.edit}
      />
      {theirs !== null && (
        <StaleEndpoint theirs={draftOfEndpoint(theirs)} mine={draft} onKeepTheirs={form.keepTheirs} />
      )}
    </FormDialog>
  );
}

function useEndpointForm({ endpoint, onClose }: EditEndpointDialogProps) {
  const { t } = useTranslation('webhooks');
  const save = useEditEndpoint(useProduct(), endpoint.id);
  const [shown, setShown] = useState(endpoint);
  const [draft, setDraft] = useState(() => draftOfEndpoint(endpoint));
  const [theirs, setTheirs] = useState<WebhookEndpoint | null>(null);
  const [wasSent, setWasSent] = useState(false);
  const isUrlMissing = draft.url.trim() === '';
  const isTypeMissing = draft.types.length === 0;
  const urlProblem = urlProblemOf(save.error);
  const isStale = isProblem(save.error) && save.error.code === 'STALE';
  const isShownElsewhere = urlProblem !== null || (isStale && theirs !== null);

  function submit(): void {
    setWasSent(true);
    if (isUrlMissing || isTypeMissing) return;
    const base = theirs ?? shown;
    save.mutate(editBody(draft, draftOfEndpoint(base), base.version), {
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

  function edit(change: Partial<EndpointDraft>): void {
    setDraft({ ...draft, ...change });
    if (!isStale) save.reset();
  }

  function keepTheirs(): void {
    if (theirs === null) return;
    setShown(theirs);
    setDraft(draftOfEndpoint(theirs));
    setTheirs(null);
    save.reset();
  }

  return {
    draft,
    edit,
    /** The version that another person saved meanwhile, after a STALE refusal. */
    theirs,
    keepTheirs,
    urlProblem,
    isUrlMissing: wasSent && isUrlMissing,
    isTypeMissing: wasSent && isTypeMissing,
    isBusy: save.isPending,
    error: isShownElsewhere ? null : save.error,
    submit,
  };
}

interface StaleEndpointProps {
  readonly theirs: EndpointDraft;
  readonly mine: EndpointDraft;
  readonly onKeepTheirs: () => void;
}

/** The saved version and the typed one, in words, side by side. */
function StaleEndpoint({ theirs, mine, onKeepTheirs }: StaleEndpointProps) {
  const { t } = useTranslation('webhooks');
  const typeWords = ({ types }: EndpointDraft) => types.map((type) => t(`type.${type}`)).join(', ');
  const stateWord = ({ isOn }: EndpointDraft) => t(isOn ? 'form.on' : 'form.off');
  return (
    <StaleNotice
      onKeepTheirs={onKeepTheirs}
      rows={[
        { label: t('stale.url'), theirs: theirs.url, mine: mine.url },
        { label: t('stale.description'), theirs: theirs.description, mine: mine.description },
        { label: t('stale.types'), theirs: typeWords(theirs), mine: typeWords(mine) },
        { label: t('stale.state'), theirs: stateWord(theirs), mine: stateWord(mine) },
      ]}
    />
  );
}
