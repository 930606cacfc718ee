import type { AddOn } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { OptionCheckboxes } from '../../ui/form/option-checkboxes.tsx';
import { StaleNotice, compareFacts } from '../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { checkAddOn, isNewAddOn, toAddOnBody, toAddOnDraft, type AddOnDraft } from './add-on-draft.ts';
import { useAddOnWords } from './add-on-words.ts';
import { useAddOnCalls } from './add-ons.api.ts';

type Rooms = readonly { readonly id: string; readonly name: string }[];

interface AddOnDialogProps {
  readonly addOn: AddOn;
  readonly rooms: Rooms;
  readonly onClose: () => void;
}

/** Creates or changes an add-on. After a STALE refusal it shows both versions (AP-4). */
export function AddOnDialog({ addOn, rooms, onClose }: AddOnDialogProps) {
  const { t } = useTranslation(['add-ons', 'form']);
  const form = useAddOnForm(addOn, onClose);
  const { theirs } = form;
  const save = theirs === null ? t('form:save') : t('form:stale.saveMine');
  return (
    <FormDialog
      title={t(isNewAddOn(addOn) ? 'add' : 'edit')}
      submitLabel={form.isSaving ? t('form:saving') : save}
      maxWidth="sm"
      isBusy={form.isSaving}
      onSubmit={form.save}
      onClose={onClose}
    >
      <AddOnFields form={form} />
      <RoomChoice form={form} rooms={rooms} />
      <FormControlLabel
        label={t('isOffered')}
        control={
          <Checkbox
            checked={form.draft.isOffered}
            onChange={(event) => form.change({ isOffered: event.target.checked })}
          />
        }
      />
      {theirs !== null && (
        <AddOnVersions theirs={theirs} mine={form.draft} rooms={rooms} onKeepTheirs={form.keepTheirs} />
      )}
      <ProblemAlert text={form.failure} />
    </FormDialog>
  );
}

function useAddOnForm(addOn: AddOn, onClose: () => void): EditForm<AddOn, AddOnDraft> {
  const { t } = useTranslation(['add-ons', 'form']);
  const { create, edit } = useAddOnCalls(useProduct(), addOn.storeId);
  return useEditForm({
    row: addOn,
    draftOf: toAddOnDraft,
    check: (draft) => checkAddOn(draft, t),
    bodyOf: toAddOnBody,
    send: (change, { whole }) => (isNewAddOn(addOn) ? create(whole) : edit(addOn.id, change)),
    onSaved: () => {
      toast.success(t('form:saved'));
      onClose();
    },
  });
}

interface FormPartProps {
  readonly form: EditForm<AddOn, AddOnDraft>;
}

function AddOnFields({ form: { draft, change, errorAt } }: FormPartProps) {
  const { t } = useTranslation(['add-ons', 'form']);
  return (
    <>
      <TextInput
        autoFocus
        label={t('name')}
        value={draft.name}
        maxLength={60}
        error={errorAt('name')}
        onChange={(name) => change({ name })}
      />
      <TextInput
        label={t('description')}
        value={draft.description}
        maxLength={200}
        error={errorAt('description')}
        hint={t('descriptionHint')}
        onChange={(description) => change({ description })}
      />
      <SelectInput
        label={t('unit')}
        value={draft.unit}
        onChange={(unit) => change({ unit: unit === 'HOUR' ? 'HOUR' : 'STAY' })}
        hint={t(`unitHint.${draft.unit}`)}
        options={[
          { value: 'STAY', label: t('perStay') },
          { value: 'HOUR', label: t('perHour') },
        ]}
      />
      <NumberInput
        label={t('amount')}
        value={draft.amount}
        unit={t('form:won')}
        error={errorAt('amount')}
        hint={t('amountHint')}
        onChange={(amount) => change({ amount })}
      />
      <NumberInput
        label={t('maxQuantity')}
        value={draft.maxQuantity}
        unit={t('pieces')}
        error={errorAt('maxQuantity')}
        onChange={(maxQuantity) => change({ maxQuantity })}
      />
    </>
  );
}

function RoomChoice({ form: { draft, change, errorAt }, rooms }: FormPartProps & { readonly rooms: Rooms }) {
  const { t } = useTranslation('add-ons');
  return (
    <Box role="group" aria-label={t('rooms')}>
      <FormControlLabel
        label={t('everyRoom')}
        control={
          <Checkbox checked={draft.isEveryRoom} onChange={(event) => change({ isEveryRoom: event.target.checked })} />
        }
      />
      {!draft.isEveryRoom && (
        <OptionCheckboxes
          isFramed
          options={rooms}
          value={draft.roomIds}
          onChange={(roomIds) => change({ roomIds: roomIds.toSorted() })}
        />
      )}
      <ProblemAlert text={errorAt('roomIds')} sx={{ typography: 'caption' }} />
    </Box>
  );
}

interface AddOnVersionsProps {
  readonly theirs: AddOn;
  readonly mine: AddOnDraft;
  readonly rooms: Rooms;
  readonly onKeepTheirs: () => void;
}

/** The add-on as another person saved it meanwhile, beside the typed one. */
function AddOnVersions({ theirs, mine, rooms, onKeepTheirs }: AddOnVersionsProps) {
  const { t } = useTranslation('add-ons');
  const words = useAddOnWords(rooms);
  const describe = (addOn: Parameters<typeof words.price>[0]): [string, string][] => [
    [t('name'), addOn.name],
    [t('description'), addOn.description],
    [t('amount'), words.price(addOn)],
    [t('maxQuantity'), words.quantity(addOn)],
    [t('rooms'), words.rooms(addOn)],
    [t('state'), words.state(addOn)],
  ];
  return <StaleNotice onKeepTheirs={onKeepTheirs} rows={compareFacts(describe(theirs), describe(toAddOnBody(mine)))} />;
}
