import type { GuestInformation, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { COLUMN_GRID } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import { NumberInput, TextInput } from '../../ui/form/fields.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { toast } from '../../ui/toast/toast.ts';
import { BookingAddress } from './booking-address.tsx';
import { useEditGuestInformation, useGuestInformation } from './guest-information.api.ts';
import { SectionForm } from './settings-section.tsx';

const PAGE_MONTHS = { least: 1, most: 24 } as const;

/** In the order of the form. `width`: a whole row, or half of one beside the same text in the other language (GP-12). */
const FIELDS = [
  { name: 'directions', max: 500, rows: 3, width: 'HALF' },
  { name: 'directionsEn', max: 500, rows: 3, width: 'HALF' },
  { name: 'houseRules', max: 1000, rows: 4, width: 'HALF' },
  { name: 'houseRulesEn', max: 1000, rows: 4, width: 'HALF' },
  { name: 'bookingTerms', max: 4000, rows: 6, width: 'HALF' },
  { name: 'bookingTermsEn', max: 4000, rows: 6, width: 'HALF' },
  { name: 'addressEn', max: 200, width: 'ROW' },
  { name: 'mapUrl', max: 500, width: 'ROW' },
  { name: 'wifiName', max: 32, width: 'HALF' },
  { name: 'wifiPassword', max: 63, width: 'HALF' },
] as const;
type Draft = Record<(typeof FIELDS)[number]['name'], string> & {
  readonly bookingIsOpen: boolean;
  readonly pageMonths: string;
  /** The latitude and the longitude with a comma between them; empty: not set. */
  readonly location: string;
};

/** What the guest's page says about the store: how to get in, house rules, Wi-Fi (GP-2). */
export function GuestsSection({ store }: { readonly store: Store }) {
  const information = useGuestInformation(useProduct(), store.id);
  if (information.data === undefined) return <Unread query={information} height={420} />;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <InformationForm information={information.data} />
      <BookingAddress storeId={store.id} />
    </Box>
  );
}

function InformationForm({ information }: { readonly information: GuestInformation }) {
  const { t } = useTranslation('stores');
  const isReadOnly = !useCan()('stores:write');
  const form = useInformationForm(information);
  return (
    <SectionForm
      form={form}
      text={t('guests.text')}
      isReadOnly={isReadOnly}
      valuesOf={(draft) => [
        ...FIELDS.map(({ name }) => [t(`guests.${name}`), draft[name]] as const),
        [t('guests.location'), draft.location],
        [t('guests.pageMonths'), `${draft.pageMonths}${t('form:months')}`],
        [t('guests.bookingIsOpen'), t(draft.bookingIsOpen ? 'guests.on' : 'guests.off')],
      ]}
      draftOf={draftOf}
    >
      <InformationFields form={form} isReadOnly={isReadOnly} />
    </SectionForm>
  );
}

function useInformationForm(row: GuestInformation) {
  const { t } = useTranslation(['form', 'stores']);
  const edit = useEditGuestInformation(useProduct(), row.storeId);
  return useEditForm({
    row,
    draftOf,
    check: ({ mapUrl, wifiName, wifiPassword, pageMonths, location }) => ({
      ...(readLocation(location) === undefined && { location: t('stores:guests.locationInvalid') }),
      ...(monthsOf(pageMonths) === null && {
        pageMonths: t('whole', { min: PAGE_MONTHS.least, max: PAGE_MONTHS.most }),
      }),
      ...(mapUrl.trim() !== '' && !isHttpsAddress(mapUrl.trim()) && { mapUrl: t('stores:guests.mapUrlInvalid') }),
      ...(wifiPassword !== '' && wifiName.trim() === '' && { wifiName: t('stores:guests.wifiNameMissing') }),
    }),
    bodyOf: (draft) => ({
      addressEn: draft.addressEn.trim(),
      directions: draft.directions.trim(),
      directionsEn: draft.directionsEn.trim(),
      mapUrl: draft.mapUrl.trim(),
      location: readLocation(draft.location) ?? null,
      houseRules: draft.houseRules.trim(),
      houseRulesEn: draft.houseRulesEn.trim(),
      wifiName: draft.wifiName.trim(),
      wifiPassword: draft.wifiPassword.trim(),
      bookingTerms: draft.bookingTerms.trim(),
      bookingTermsEn: draft.bookingTermsEn.trim(),
      bookingIsOpen: draft.bookingIsOpen,
      pageMonths: monthsOf(draft.pageMonths) ?? row.pageMonths,
    }),
    send: edit,
    onSaved: () => toast.success(t('saved')),
  });
}

function draftOf({
  storeId: _ofPath,
  version: _ofRow,
  wifiPassword,
  pageMonths,
  location,
  ...draft
}: GuestInformation): Draft {
  return {
    ...draft,
    wifiPassword: wifiPassword ?? '',
    pageMonths: String(pageMonths),
    location: location === null ? '' : `${location.latitude}, ${location.longitude}`,
  };
}

/** `null`: empty. `undefined`: not two numbers of degrees, as maps copy them. */
function readLocation(text: string): GuestInformation['location'] | undefined {
  if (text.trim() === '') return null;
  const [latitude, longitude, ...rest] = text
    .split(/[,\s]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

function monthsOf(text: string): number | null {
  return wholeNumber(text, PAGE_MONTHS.least, PAGE_MONTHS.most);
}

function isHttpsAddress(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}

/** Two fields side by side, or one below the other on a phone. */
const PAIRS = {
  ...COLUMN_GRID,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

interface InformationFieldsProps {
  readonly form: EditForm<GuestInformation, Draft>;
  readonly isReadOnly: boolean;
}

/** Without the right to change the store a person does not get the password, and sees no field for it. */
function InformationFields({ form, isReadOnly }: InformationFieldsProps) {
  const { t } = useTranslation('stores');
  const hints: Partial<Record<keyof Draft, string>> = {
    addressEn: t('guests.addressEnHint'),
    bookingTermsEn: t('guests.bookingTermsEnHint'),
    mapUrl: t('guests.mapUrlHint'),
    wifiPassword: t('guests.wifiPasswordHint'),
    bookingTerms: t('guests.bookingTermsHint'),
  };
  return (
    <Box sx={PAIRS}>
      {FIELDS.filter(({ name }) => name !== 'wifiPassword' || !isReadOnly).map((field) => (
        <Box key={field.name} sx={field.width === 'ROW' ? { gridColumn: '1 / -1' } : {}}>
          <TextInput
            label={t(`guests.${field.name}`)}
            value={form.draft[field.name]}
            maxLength={field.max}
            {...('rows' in field && { rows: field.rows })}
            isReadOnly={isReadOnly}
            error={form.errorAt(field.name)}
            hint={hints[field.name]}
            onChange={(value) => form.change({ [field.name]: value })}
          />
        </Box>
      ))}
      <TextInput
        label={t('guests.location')}
        value={form.draft.location}
        maxLength={60}
        isReadOnly={isReadOnly}
        error={form.errorAt('location')}
        hint={t('guests.locationHint')}
        onChange={(location) => form.change({ location })}
      />
      <NumberInput
        label={t('guests.pageMonths')}
        value={form.draft.pageMonths}
        unit={t('form:months')}
        isReadOnly={isReadOnly}
        error={form.errorAt('pageMonths')}
        hint={t('guests.pageMonthsHint')}
        onChange={(pageMonths) => form.change({ pageMonths })}
      />
      <FormControlLabel
        sx={{ gridColumn: '1 / -1' }}
        control={<Switch checked={form.draft.bookingIsOpen} />}
        disabled={isReadOnly}
        label={t('guests.bookingIsOpen')}
        onChange={(_event, bookingIsOpen) => form.change({ bookingIsOpen })}
      />
    </Box>
  );
}
