import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { NEW_ENDPOINT, urlProblemOf, type EndpointDraft } from './endpoint-draft.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { SecretOnce } from './secret-once.tsx';
import { useCreateEndpoint } from './webhook-endpoints.api.ts';

/** Adds an endpoint, and shows its secret once. */
export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'form']);
  const form = useNewEndpointForm();
  const { created } = form;
  return (
    <FormDialog
      title={t('form.addTitle')}
      submitLabel={created === undefined ? t('form.make') : undefined}
      cancelLabel={created === undefined ? undefined : t('close')}
      maxWidth="sm"
      isBusy={form.isBusy}
      error={form.urlProblem === null ? form.error : null}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {created === undefined ? (
        <EndpointFields
          draft={form.draft}
          canPause={false}
          urlProblem={form.urlProblem}
          isUrlMissing={form.isUrlMissing}
          isTypeMissing={form.isTypeMissing}
          onChange={form.edit}
        />
      ) : (
        <SecretOnce secret={created.secret} />
      )}
    </FormDialog>
  );
}

function useNewEndpointForm() {
  const create = useCreateEndpoint(useProduct());
  const [draft, setDraft] = useState(NEW_ENDPOINT);
  const [wasSent, setWasSent] = useState(false);
  const isUrlMissing = draft.url.trim() === '';
  const isTypeMissing = draft.types.length === 0;

  function submit(): void {
    setWasSent(true);
    if (!isUrlMissing && !isTypeMissing)
      create.mutate({ url: draft.url.trim(), description: draft.description.trim(), types: [...draft.types] });
  }

  function edit(change: Partial<EndpointDraft>): void {
    setDraft({ ...draft, ...change });
    if (create.error !== null) create.reset();
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
    created: create.data,
    submit,
  };
}
