import type { StoreSummary } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useMonthSales } from './store-list.api.ts';
import { StoreMenu } from './store-menu.tsx';
import { StoreStateCell } from './store-state.tsx';
import { storeLinks } from './store-links.ts';
import { hoursToday, formatPercent } from './store-words.ts';
import './store-table.css';

const COLUMNS = ['store', 'state', 'hours', 'month', 'rooms', 'doors', 'owners', 'terms'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['month', 'rooms', 'doors', 'terms']);

/** The stores as a table; on a phone each row is a card with labelled parts. */
export function StoreTable({ stores, now }: { readonly stores: readonly StoreSummary[]; readonly now: Date }) {
  const { t } = useTranslation('store-list');
  const month = useMonthSales(useProduct());
  const format = useFormat();
  const monthOf = (storeId: string) =>
    month.data === undefined ? (month.isError ? t('monthFailed') : '…') : format.money(month.data.get(storeId) ?? 0);
  return (
    <table className="store-table" data-testid="stores">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={NUMBERS.has(column) ? 'number' : ''}>
              {t(`column.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="unseen">{t('column.menu')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {stores.map((store) => (
          <StoreRow key={store.id} store={store} now={now} month={monthOf(store.id)} />
        ))}
      </tbody>
    </table>
  );
}

function StoreRow({ store, now, month }: { readonly store: StoreSummary; readonly now: Date; readonly month: string }) {
  const { t } = useTranslation('store-list');
  const isClosed = store.state === 'CLOSED';
  return (
    <tr data-testid="store-row" data-store={store.id}>
      <th scope="row" className="store">
        <Link className="opener" to={storeLinks.settings(store.id)}>
          {store.name}
        </Link>
        <span className="soft">
          <code>{store.mqttPrefix}</code>
          {store.phone !== '' && (
            <>
              {' '}
              · <span className="whole">{store.phone}</span>
            </>
          )}
        </span>
        {store.address !== '' && <span className="soft">{store.address}</span>}
      </th>
      <td className="state">
        <StoreStateCell store={store} />
      </td>
      <td className="whole" data-label={t('column.hours')}>
        {isClosed ? '–' : hoursToday(t, store, now)}
      </td>
      <td data-label={t('column.month')} className="number">
        <Link className="whole" to={storeLinks.salesOfMonth(store.id)}>
          {month}
        </Link>
      </td>
      <td data-label={t('column.rooms')} className="number">
        {store.roomCount === 0 ? '0' : <Link to={storeLinks.rooms(store.id)}>{store.roomCount}</Link>}
        {store.closedRoomCount > 0 && !isClosed && (
          <span className="warn">{t('closedRooms', { count: store.closedRoomCount })}</span>
        )}
      </td>
      <td data-label={t('column.doors')} className="number">
        <Reach store={store} />
      </td>
      <td data-label={t('column.owners')}>
        <Owners store={store} />
      </td>
      <td data-label={t('column.terms')} className="number">
        <Terms store={store} />
      </td>
      <td className="menu">
        <StoreMenu store={store} />
      </td>
    </tr>
  );
}

/** The owners, or a link to name one while the store is not closed. */
function Owners({ store }: { readonly store: StoreSummary }) {
  const { t } = useTranslation('store-list');
  if (store.owners.length > 0)
    return store.owners.map(({ id, name }, place) => (
      <span key={id}>
        {place > 0 && ', '}
        <Link to={storeLinks.person(id)}>{name}</Link>
      </span>
    ));
  if (store.state === 'CLOSED') return '–';
  return (
    <Link className="whole" to={storeLinks.owners(store.id)}>
      {t('noOwner')}
    </Link>
  );
}

/** The settlement terms, or a link to agree on them while the store is not closed. */
function Terms({ store: { id, state, terms } }: { readonly store: StoreSummary }) {
  const { t } = useTranslation('store-list');
  if (terms === null && state === 'CLOSED') return '–';
  return (
    <Link to={storeLinks.settlement(id)}>
      {terms === null ? t('noTerms') : t(`terms.${terms.cycle}`, { percent: formatPercent(terms.royaltyRate) })}
    </Link>
  );
}

/** The number of doors and devices, and how many of them cannot be reached. */
function Reach({ store }: { readonly store: StoreSummary }) {
  const { t } = useTranslation('store-list');
  const offline = store.offlineDoorCount + store.offlineDeviceCount;
  return (
    <>
      <span>{t('reach', { doors: store.doorCount, devices: store.deviceCount })}</span>
      {offline > 0 && (
        <Box component={Link} to={storeLinks.doors(store.id)} className="warn">
          {t('offline', {
            doors: store.offlineDoorCount,
            devices: store.offlineDeviceCount,
            context: store.offlineDoorCount === 0 ? 'devices' : store.offlineDeviceCount === 0 ? 'doors' : 'both',
          })}
        </Box>
      )}
    </>
  );
}
