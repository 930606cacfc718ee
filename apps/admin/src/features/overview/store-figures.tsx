import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import type { Figures } from './figures.ts';

/** The locale code of the shown language. */
export function useLocaleCode(): string {
  return useTranslation().i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR';
}

/**
 * "Today", or between midnight and the cut-off the date of the running business day, because "today" means the calendar
 * day.
 */
export function useDayWord(): (businessDate: string) => string {
  const { t } = useTranslation('overview');
  const format = useFormat();
  // Noon in UTC has the same date in every zone of a store.
  const isToday = (date: string) => format.date(`${date}T12:00:00Z`) === format.date(new Date().toISOString());
  return (date) => (isToday(date) ? t('figures.today') : format.day(date));
}

export function formatShare(code: string, share: number): string {
  return new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Today's figures of one store or of all together, beside the same weekday last week, and the week as bars (OV-1). */
export function StoreFigures({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const code = useLocaleCode();
  const dayWord = useDayWord();
  const today = figures.week.at(-1)?.date;
  if (today === undefined) return null;
  const day = dayWord(today);
  const weekday = format.weekday(today, code === 'ko-KR' ? 'long' : 'short');
  const share = (value: number | null) => (value === null ? t('figures.noTime') : formatShare(code, value));
  const times = (n: number) => t('figures.times', { n: format.number(n) });
  const tiles = [
    {
      name: 'sales',
      value: format.money(figures.netAmount),
      beside: t('figures.byNow', { weekday, value: format.money(figures.lastWeekByNow) }),
    },
    {
      name: 'reservations',
      value: times(figures.reservations),
      beside: t('figures.lastWeek', { weekday, value: times(figures.reservationsLastWeek) }),
    },
    {
      name: 'occupancy',
      value: share(figures.occupancy),
      beside: t('figures.lastWeek', { weekday, value: share(figures.occupancyLastWeek) }),
    },
    {
      name: 'offline',
      value: t('figures.pieces', { n: format.number(figures.offline) }),
      beside: t(figures.offline > 0 ? 'figures.reach' : 'figures.allReached'),
    },
  ] as const;
  return (
    <section className="overview-figures" aria-label={t('figures.title')} data-testid="overview-figures">
      <dl>
        {tiles.map(({ name, value, beside }) => (
          <div key={name} data-figure={name} data-bad={name === 'offline' && figures.offline > 0}>
            <dt>{t(`figures.${name}`, { day })}</dt>
            <dd>{value}</dd>
            <dd>{beside}</dd>
          </div>
        ))}
      </dl>
      <Week week={figures.week} />
    </section>
  );
}

/** Two bars per day, from zero upwards; a day with more refunds than payments has none. A text has the same figures. */
function Week({ week }: { readonly week: Figures['week'] }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const most = Math.max(1, ...week.flatMap((item) => [item.netAmount, item.weekBeforeAmount]));
  const height = (won: number) => ({ height: `${String(Math.max(0, Math.round((won / most) * 100)))}%` });
  const sum = (of: 'netAmount' | 'weekBeforeAmount') => format.money(week.reduce((all, item) => all + item[of], 0));
  return (
    <figure className="overview-week" data-testid="overview-week">
      <figcaption>
        {t('figures.week')}
        <span>{t('figures.ofWeek', { value: sum('netAmount'), before: sum('weekBeforeAmount') })}</span>
      </figcaption>
      <ol>
        {week.map((item) => {
          const words = t('figures.bar', {
            date: format.day(item.date),
            value: format.money(item.netAmount),
            before: format.money(item.weekBeforeAmount),
          });
          return (
            <li key={item.date} title={words}>
              <span className="bars" aria-hidden="true">
                <i style={height(item.weekBeforeAmount)} />
                <b style={height(item.netAmount)} />
              </span>
              <span aria-hidden="true">{format.weekday(item.date)}</span>
              <span className="heard">{words}</span>
            </li>
          );
        })}
      </ol>
      <p aria-hidden="true">
        <b />
        {t('figures.now')}
        <i />
        {t('figures.before')}
      </p>
    </figure>
  );
}
