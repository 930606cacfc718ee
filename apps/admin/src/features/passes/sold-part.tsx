import type { Pass, PassState } from '@munjigi/contract';
import { normalisePhone } from '@munjigi/typed-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListCard, ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { usePassWords } from './pass-words.ts';
import { PASSES_ON_A_PAGE, usePasses, type PassFilter } from './passes.api.ts';

interface SoldPartProps {
  readonly params: URLSearchParams;
  readonly onChange: AddressValues['change'];
  readonly onOpen: (passId: string) => void;
}

const OPEN_VALUES: Readonly<Record<string, boolean>> = { open: true, ended: false };

/** The sold passes with what is left of them. */
export function SoldPart({ params, onChange, onOpen }: SoldPartProps) {
  const { t } = useTranslation('passes');
  const { storeId, stores } = useStoreChoice();
  const filter: PassFilter = {
    storeId,
    isOpen: OPEN_VALUES[params.get('open') ?? ''] ?? null,
    phone: normalisePhone(params.get('phone') ?? ''),
    page: readWholeNumber(params, 'page', 999_999),
  };
  const list = usePasses(useProduct(), filter);
  const isNarrowed =
    filter.isOpen !== null || filter.phone !== null || filter.page > 0 || (storeId !== null && stores.length > 1);
  return (
    <>
      <FilterGrid label={t('filter.label')} columns="220px 260px" alignItems="start">
        <Choice
          label={t('column.time')}
          all={t('filter.all')}
          value={params.get('open') ?? ''}
          options={Object.keys(OPEN_VALUES).map((value) => ({ value, label: t(`filter.${value}`) }))}
          onPick={(value) => onChange({ open: value })}
        />
        <PhoneFilter value={params.get('phone') ?? ''} onChange={(phone) => onChange({ phone })} />
      </FilterGrid>
      <ListResults query={list} skeleton={<ListSkeleton rows={5} height={60} testId="passes-loading" />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <NothingFound
              texts={t}
              icon="coupon"
              isNarrowed={isNarrowed}
              onClear={() => onChange({ open: '', phone: '', store: '' })}
            />
          ) : (
            <ListCard isOld={list.isPlaceholderData}>
              <PassTable passes={items} onOpen={onOpen} />
              <Pager
                page={filter.page}
                size={PASSES_ON_A_PAGE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(page) => onChange({ page: pageParam(page) })}
              />
            </ListCard>
          )
        }
      </ListResults>
    </>
  );
}

interface PhoneFilterProps {
  readonly value: string;
  readonly onChange: (phone: string) => void;
}

/** Only a whole number finds a pass, so it is searched when it is whole. */
function PhoneFilter({ value, onChange }: PhoneFilterProps) {
  const { t } = useTranslation('passes');
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      label={t('filter.phone')}
      value={typed}
      maxLength={30}
      size="small"
      onChange={(next) => {
        setTyped(next);
        if (next.trim() === '' || normalisePhone(next) !== null) onChange(next.trim());
      }}
    />
  );
}

const COLUMNS = ['guest', 'pass', 'left', 'owed', 'time', 'state'] as const;

function PassTable({ passes, onOpen }: { readonly passes: readonly Pass[]; readonly onOpen: SoldPartProps['onOpen'] }) {
  const { t } = useTranslation('passes');
  return (
    <RecordTable testId="pass-table" columns={COLUMNS} heading={(column) => t(`column.${column}`)} sx={PASS_TABLE}>
      {passes.map((pass) => (
        <PassRow key={pass.id} pass={pass} onOpen={() => onOpen(pass.id)} />
      ))}
    </RecordTable>
  );
}

function PassRow({ pass, onOpen }: { readonly pass: Pass; readonly onOpen: () => void }) {
  const { t } = useTranslation('passes');
  const format = useFormat();
  const words = usePassWords();
  const guest = pass.maskedName === '' ? t('erased') : pass.maskedName;
  return (
    <tr data-testid="pass-row" data-state={pass.state}>
      <td data-column="guest">
        <button
          type="button"
          className="link opener"
          aria-label={t('open', { guest, name: pass.name })}
          onClick={onOpen}
        >
          {guest}
        </button>
        <span className="under">{pass.maskedPhone}</span>
      </td>
      <td data-column="pass">{pass.name}</td>
      <td data-column="left">
        {t('leftOf', { left: words.units(pass.unit, pass.leftUnits), units: words.units(pass.unit, pass.units) })}
      </td>
      <td data-column="owed" data-label={t('column.owed')}>
        {format.money(pass.leftAmount)}
      </td>
      <td data-column="time">{t('until', { date: format.date(pass.endsAt) })}</td>
      <td data-column="state">
        <PassStateLabel state={pass.state} />
      </td>
    </tr>
  );
}

const TONES: Readonly<Record<PassState, ToneStyle>> = {
  GIFT: ['history', 'info.main'],
  ACTIVE: ['check', 'success.main'],
  USED_UP: ['lock', 'text.secondary'],
  EXPIRED: ['warning', 'warning.main'],
  RETURNED: ['close', 'text.secondary'],
};

export function PassStateLabel({ state }: { readonly state: PassState }) {
  const { t } = useTranslation('passes');
  return (
    <ToneLabel tone={TONES[state]} isOneLine data-state={state}>
      {t(`state.${state}`)}
    </ToneLabel>
  );
}

const PASS_TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    '& td': { overflowWrap: 'anywhere' },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& [data-column=guest], & [data-column=time], & [data-column=owed], & [data-column=left]': {
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
    },
    '& [data-column=owed]': { textAlign: 'end' },
    '& .under': { mt: 0.25, fontSize: 'inherit' },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=guest]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=state]': { gridColumn: 2, gridRow: 1, textAlign: 'end' },
    '& [data-column=pass]': { gridColumn: '1 / -1', gridRow: 2 },
    '& [data-column=left]': { gridColumn: '1 / -1', gridRow: 3, fontWeight: 600 },
    '& [data-column=time]': { gridColumn: 2, gridRow: 4, textAlign: 'end', color: 'text.secondary' },
    '& [data-column=owed]': {
      gridColumn: 1,
      gridRow: 4,
      textAlign: 'start',
      color: 'text.secondary',
      '&::before': { content: 'attr(data-label) " "' },
    },
  },
);
