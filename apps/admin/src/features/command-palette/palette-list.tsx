import Box from '@mui/material/Box';
import useAutocomplete, { type UseAutocompleteReturnValue } from '@mui/material/useAutocomplete';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { placedName } from '../../session/placed-name.ts';
import { useFormat } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { isOwed } from '../reservations/index.ts';
import type { PaletteEntry } from './palette-entry.ts';

const LONGEST = 60;
/** The groups, in their order. */
const KINDS = ['reservation', 'door', 'screen'] as const satisfies readonly PaletteEntry['kind'][];

type Autocomplete = UseAutocompleteReturnValue<PaletteEntry>;

interface PaletteListProps {
  readonly entries: readonly PaletteEntry[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onPick: (entry: PaletteEntry) => void;
  readonly onClose: () => void;
  /** The server's answer is still pending. */
  readonly isBusy: boolean;
  readonly notice: ReactNode;
}

/** The field and its results, for arrow keys and Enter as well as for touch. */
export function PaletteList({ entries, typed, onType, onPick, onClose, isBusy, notice }: PaletteListProps) {
  const { t } = useTranslation('palette');
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<PaletteEntry>({
    id: 'palette',
    open: true,
    options: entries,
    value: null,
    inputValue: typed,
    filterOptions: (all) => all, // The entries are found already, by the rules of each kind.
    getOptionLabel: titleOf,
    getOptionKey: (entry) => entry.key,
    isOptionEqualToValue: (one, other) => one.key === other.key,
    autoHighlight: true,
    clearOnBlur: false,
    onInputChange: (_event, text, reason) => reason === 'input' && onType(text),
    onChange: (_event, entry) => entry !== null && onPick(entry),
    onClose: (_event, reason) => reason === 'escape' && onClose(),
  });
  const isNothing = entries.length === 0 && !isBusy;
  return (
    <>
      <SearchField getRootProps={getRootProps} getInputProps={getInputProps} onClose={onClose} />
      {notice}
      {entries.length > 0 && (
        <Results entries={entries} getListboxProps={getListboxProps} getOptionProps={getOptionProps} />
      )}
      <Box
        role="status"
        sx={{ px: 2, py: isNothing ? 3 : isBusy ? 1 : 0, typography: 'body2', color: 'text.secondary' }}
      >
        {isBusy ? t('searching') : isNothing && t('nothing', { typed: typed.trim() })}
      </Box>
      {!isNothing && !isBusy && <KeysHint />}
    </>
  );
}

function titleOf(entry: PaletteEntry): string {
  if (entry.kind === 'screen') return entry.title;
  return entry.kind === 'door' ? placedName(entry.door.name, entry.door.roomName) : entry.reservation.code;
}

type SearchFieldProps = Pick<Autocomplete, 'getRootProps' | 'getInputProps'> & Pick<PaletteListProps, 'onClose'>;

function SearchField({ getRootProps, getInputProps, onClose }: SearchFieldProps) {
  const { t } = useTranslation('palette');
  return (
    <Box
      {...getRootProps()}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: 'text.secondary' }}>
        <Icon name="search" size={20} />
      </Box>
      <Box
        component="input"
        {...getInputProps()}
        autoFocus
        aria-label={t('field')}
        placeholder={t('placeholder')}
        maxLength={LONGEST}
        enterKeyHint="go"
        spellCheck={false}
        sx={{
          flex: 1,
          minWidth: 0,
          height: 56,
          border: 0,
          outline: 0,
          bgcolor: 'transparent',
          color: 'text.primary',
          font: 'inherit',
          fontSize: '1rem',
          textOverflow: 'ellipsis',
          '&::placeholder': { color: 'text.secondary', opacity: 1 },
        }}
      />
      <button type="button" className="icon-button" aria-label={t('common:close')} onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
    </Box>
  );
}

const OPTION = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 44,
  px: 1,
  py: 0.5,
  borderRadius: 1,
  cursor: 'pointer',
  '&.Mui-focused': { bgcolor: 'action.selected' },
} as const;

type ResultsProps = Pick<Autocomplete, 'getListboxProps' | 'getOptionProps'> & Pick<PaletteListProps, 'entries'>;

/** The entries below the headings of their kinds. */
function Results({ entries, getListboxProps, getOptionProps }: ResultsProps) {
  const { t } = useTranslation('palette');
  const groups = KINDS.map((kind) => ({
    kind,
    options: entries.flatMap((entry, index) => (entry.kind === kind ? [{ option: entry, index }] : [])),
  })).filter(({ options }) => options.length > 0);
  return (
    <Box
      component="ul"
      {...getListboxProps()}
      aria-label={t('found')}
      sx={{ listStyle: 'none', overflowY: 'auto', overscrollBehavior: 'contain', p: 1, m: 0, minHeight: 0 }}
    >
      {groups.map(({ kind, options }) => (
        <Box component="li" key={kind} role="presentation">
          <Box
            aria-hidden="true"
            sx={{ px: 1, pt: 1, pb: 0.5, typography: 'caption', fontWeight: 600, color: 'text.secondary' }}
          >
            {t(`group.${kind}`)}
          </Box>
          <Box component="ul" role="group" aria-label={t(`group.${kind}`)} sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {options.map(({ option, index }) => {
              const { key, ...optionProps } = getOptionProps({ option, index });
              return (
                <Box component="li" key={key} {...optionProps} data-testid={`palette-${kind}`} sx={OPTION}>
                  <Entry entry={option} />
                </Box>
              );
            })}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function KeysHint() {
  const { t } = useTranslation('palette');
  return (
    <Box
      sx={{
        display: { xs: 'none', sm: 'block' },
        px: 2,
        py: 1,
        typography: 'body2',
        color: 'text.secondary',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {t('keys')}
    </Box>
  );
}

function Entry({ entry }: { readonly entry: PaletteEntry }) {
  const { t } = useTranslation(['palette', 'reservations']);
  const format = useFormat();
  if (entry.kind === 'screen')
    return (
      <Row icon={entry.icon} title={entry.title} more={entry.isOutside ? <Icon name="external" size={14} /> : null} />
    );
  if (entry.kind === 'door')
    return (
      <Row
        icon="door"
        title={placedName(entry.door.name, entry.door.roomName)}
        more={entry.storeName}
        {...(entry.door.canOpen && { action: t('open') })}
      />
    );
  const { code, channel, guestName, guestPhone, startsAt, state, kind } = entry.reservation;
  const place = [entry.storeName, entry.roomName].filter((name) => name !== '').join(' ');
  const name =
    kind === 'BLOCK'
      ? t('reservations:block.OTHER')
      : [guestName === '' && channel === 'WALK_IN' ? t('reservations:walkIn.guest') : guestName, guestPhone]
          .filter((part) => part !== '')
          .join(' ');
  return (
    <Row
      icon="reservation"
      title={name === '' ? code : name}
      more={
        <>
          {`${place === '' ? '' : `${place} · `}${format.dateTime(startsAt)} · ${t(`reservations:state.${state}`)} · `}
          {kind === 'GUEST' && isOwed(entry.reservation) && (
            <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
              {`${t('reservations:list.payments.UNPAID')} · `}
            </Box>
          )}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {code}
          </Box>
        </>
      }
    />
  );
}

interface RowProps {
  readonly icon: IconName;
  readonly title: string;
  readonly more: ReactNode;
  /** The action of the row, if its group does not make it clear. */
  readonly action?: string;
}

function Row({ icon, title, more, action }: RowProps) {
  return (
    <>
      <Box component="span" sx={{ display: 'inline-flex', color: 'text.secondary' }}>
        <Icon name={icon} size={20} />
      </Box>
      <Box sx={{ minWidth: 0, flex: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
        <Box component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {more}
        </Box>
      </Box>
      {action !== undefined && <span className="button button-small">{action}</span>}
    </>
  );
}
