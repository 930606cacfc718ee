import type { MessageSender } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { problemsByPath } from '../../../ui/form/field-errors.ts';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { TimeField } from '../../../ui/form/time/time-field.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { FORM_WIDTH } from '../../../ui/page-layout.ts';
import { RemindersCard } from './reminders-card.tsx';
import { useMessageSender, useSetMessageSender, type SenderBody } from './connections.api.ts';

/** The sender, the quiet hours (MS-6) and the reminders (MS-21) of a store. */
export function SenderSection() {
  const { t } = useTranslation('messages');
  const { storeId, stores, choose } = useStoreChoice();
  // Without a chosen store in the shell: the first one, because senders belong to one store.
  const shownId = storeId ?? stores[0]?.id ?? null;
  return (
    <Box component="section" aria-label={t('part.sender')} sx={{ display: 'grid', gap: 2, maxWidth: FORM_WIDTH }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('sender.text')}</Box>
      {stores.length > 1 && shownId !== null && (
        <SelectInput
          label={t('sender.store')}
          value={shownId}
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      )}
      {shownId === null ? (
        <Box>{t('sender.noStore')}</Box>
      ) : (
        <>
          <SenderOfStore key={shownId} storeId={shownId} />
          <RemindersCard key={`reminders-${shownId}`} storeId={shownId} />
        </>
      )}
    </Box>
  );
}

function SenderOfStore({ storeId }: { readonly storeId: string }) {
  const { data, error, refetch } = useMessageSender(useProduct(), storeId);
  if (data !== undefined) return <SenderForm key={data.version ?? 0} sender={data} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton variant="rounded" height={240} aria-busy="true" />;
}

interface SenderDraft {
  readonly senderPhone: string;
  readonly senderEmail: string;
  readonly quietFrom: string;
  readonly quietUntil: string;
}

/** A new version of the sender starts a new form, so that typed values never hide another person's change. */
function SenderForm({ sender }: { readonly sender: MessageSender }) {
  const { t } = useTranslation(['messages', 'form']);
  const isReadOnly = !useCan()('messages:configure');
  const form = useSenderForm(sender);
  return (
    <Card
      component="form"
      variant="outlined"
      noValidate
      data-testid="sender-form"
      onSubmit={form.submit}
      sx={{ p: 2, display: 'grid', gap: 2 }}
    >
      <SenderFields form={form} isReadOnly={isReadOnly} />
      <ProblemAlert error={form.failure} />
      {isReadOnly ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('sender.readOnly')}</Box>
      ) : (
        <Button
          type="submit"
          variant="contained"
          disabled={!form.isDirty}
          aria-disabled={form.isBusy}
          sx={{ justifySelf: 'start', minHeight: 40 }}
        >
          {t(form.isBusy ? 'form:saving' : 'form:save')}
        </Button>
      )}
    </Card>
  );
}

type SenderFormState = ReturnType<typeof useSenderForm>;

function useSenderForm(sender: MessageSender) {
  const { t } = useTranslation(['messages', 'form']);
  const set = useSetMessageSender(useProduct(), sender.storeId);
  const shown = draftOf(sender);
  const [draft, setDraft] = useState(shown);
  const [wasSent, setWasSent] = useState(false);
  const isHalf = (draft.quietFrom === '') !== (draft.quietUntil === '');
  const refused = problemsByPath(t, isProblem(set.error) ? set.error : null);
  return {
    draft,
    change: (patch: Partial<SenderDraft>) => {
      setDraft({ ...draft, ...patch });
      set.reset();
    },
    isDirty: JSON.stringify(draft) !== JSON.stringify(shown),
    isBusy: set.isPending,
    errorAt: (field: keyof SenderDraft) =>
      wasSent && isHalf && field === 'quietUntil' ? t('messages:sender.quietHalf') : refused[field],
    failure: Object.keys(refused).some((field) => field in draft) ? null : set.error,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setWasSent(true);
      if (isHalf || set.isPending) return;
      set.mutate(bodyOf(draft, sender.version), { onSuccess: () => toast.success(t('form:saved')) });
    },
  };
}

function draftOf({ senderPhone, senderEmail, quietFrom, quietUntil }: MessageSender): SenderDraft {
  return { senderPhone, senderEmail, quietFrom: quietFrom ?? '', quietUntil: quietUntil ?? '' };
}

function bodyOf({ senderPhone, senderEmail, quietFrom, quietUntil }: SenderDraft, version: number | null): SenderBody {
  return {
    version,
    senderPhone: senderPhone.trim(),
    senderEmail: senderEmail.trim(),
    quietFrom: quietFrom === '' ? null : quietFrom,
    quietUntil: quietUntil === '' ? null : quietUntil,
  };
}

function SenderFields({
  form: { draft, change, errorAt },
  isReadOnly,
}: {
  readonly form: SenderFormState;
  readonly isReadOnly: boolean;
}) {
  const { t } = useTranslation('messages');
  return (
    <>
      <TextInput
        label={t('connection.senderPhone')}
        hint={t('sender.phoneHint')}
        value={draft.senderPhone}
        maxLength={24}
        isReadOnly={isReadOnly}
        error={errorAt('senderPhone')}
        onChange={(senderPhone) => change({ senderPhone })}
      />
      <TextInput
        label={t('connection.senderEmail')}
        hint={t('sender.emailHint')}
        value={draft.senderEmail}
        maxLength={200}
        isReadOnly={isReadOnly}
        error={errorAt('senderEmail')}
        onChange={(senderEmail) => change({ senderEmail })}
      />
      <Box role="group" aria-label={t('sender.quiet')} sx={{ display: 'grid', gap: 1.5 }}>
        <Box>
          <Box component="h2" sx={{ typography: 'subtitle2', m: 0 }}>
            {t('sender.quiet')}
          </Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('sender.quietText')}</Box>
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr' }}>
          <TimeField
            label={t('sender.quietFrom')}
            value={draft.quietFrom}
            isReadOnly={isReadOnly}
            error={errorAt('quietFrom')}
            onChange={(quietFrom) => change({ quietFrom })}
          />
          <TimeField
            label={t('sender.quietUntil')}
            value={draft.quietUntil}
            isReadOnly={isReadOnly}
            error={errorAt('quietUntil')}
            onChange={(quietUntil) => change({ quietUntil })}
          />
        </Box>
      </Box>
    </>
  );
}
