import { formatShortDate } from '@munjigi/rules';
import { describe, expect, it } from 'vitest';
import { createGuestFormat } from '../apps/guest/src/shared/guest-format.ts';
import { createDisplayFormat } from '../apps/guest/src/display/display-format.ts';
import { filesBelow, isTest, placesOf, readSource } from './sources.ts';

/** What people read has one form for each thing (decision 113): these checks refuse the second one. */
const production = ['apps', 'packages']
  .flatMap((area) => filesBelow(area, /\.tsx?$/))
  .filter((file) => !isTest(file) && !/\/testing\//.test(file));
const dashboard = production.filter((file) => file.startsWith('apps/admin/src/'));

/** The places that write dates for people, and those that compute with the parts of a date. */
const DATE_FORMATS = [
  'apps/admin/src/ui/format.ts',
  // Names a day to a screen reader in full.
  'apps/admin/src/ui/form/time/date-picker.tsx',
  'apps/admin/src/ui/form/time/date-text.ts',
  'apps/admin/src/ui/form/time/store-day.ts',
  'apps/guest/src/book/booking-format.ts',
  'apps/guest/src/display/display-format.ts',
  'apps/guest/src/shared/guest-format.ts',
  'apps/server/src/demo/deposits.ts',
  'apps/server/src/demo/examples.ts',
  'packages/rules/src/time/zone.ts',
];

/** Comparisons, charts and the parts of one record: tables whose cells are read across, which no card replaces. */
const FIGURE_TABLES = [
  'apps/admin/src/features/audit/audit-drawer.tsx',
  'apps/admin/src/features/channels/statement-lines-dialog.tsx',
  'apps/admin/src/features/deposits/file-dialog.tsx',
  'apps/admin/src/features/payments/waterfall-table.tsx',
  'apps/admin/src/features/price-policies/price-week-grid.tsx',
  'apps/admin/src/features/price-policies/quote-lines.tsx',
  'apps/admin/src/features/reservations/create/reservation-price-lines.tsx',
  'apps/admin/src/features/reservations/detail/print-sheet.tsx',
  'apps/admin/src/features/reservations/series/occurrence-table.tsx',
  'apps/admin/src/features/sales/group-tables.tsx',
  'apps/admin/src/features/sales/charts/heat-map.tsx',
  'apps/admin/src/features/sales/charts/occupancy-map.tsx',
  'apps/admin/src/features/sales/weekly-table.tsx',
  'apps/admin/src/features/settlement/terms/fee-list.tsx',
  'apps/admin/src/features/settlement/line-table.tsx',
  'apps/admin/src/features/settlement/settlement-rows.tsx',
  'apps/admin/src/features/stores/list/store-table.tsx',
  'apps/admin/src/features/webhooks/try-table.tsx',
  'apps/admin/src/ui/charts/column-chart.tsx',
  'apps/admin/src/ui/form/stale-notice.tsx',
  'apps/admin/src/ui/list/record-table.tsx',
];

const without = (files: readonly string[], exceptions: readonly string[]) =>
  files.filter((file) => !exceptions.includes(file));

describe('one form for each thing', () => {
  it('writes dates and times in one place for each application', () => {
    expect(
      placesOf(
        /\.toLocale(Date|Time)?String\(|new Intl\.DateTimeFormat|\.formatRange\(/,
        without(production, DATE_FORMATS),
      ),
    ).toEqual([]);
  });

  it.each(['ko', 'en'] as const)(
    'writes the same date on the dashboard and on the pages of guests (%s)',
    (language) => {
      const guest = createGuestFormat(language === 'ko' ? 'kr' : 'en', 'Asia/Seoul');
      const display = createDisplayFormat(language, 'Asia/Seoul');
      for (let day = 1; day <= 365; day += 1) {
        const noon = Date.UTC(2026, 0, day, 3);
        const expected = formatShortDate(new Date(noon).toISOString().slice(0, 10), language);
        expect([guest.day(noon), display.date(noon)]).toEqual([expected, expected]);
      }
    },
  );

  it('calls exporting by one word, and names its formats once', () => {
    const texts = filesBelow('apps/admin/src/locales', /\.json$/);
    const fetched = /\/second-factor\/\w+\.json$/;
    expect(
      placesOf(
        /내려받|다운로드|\bdownload/i,
        texts.filter((file) => !fetched.test(file)),
      ),
    ).toEqual([]);
    expect(placesOf(/"xlsx":/, texts).map((place) => place.split(':')[0])).toEqual([
      'apps/admin/src/locales/form/en.json',
      'apps/admin/src/locales/form/kr.json',
    ]);
  });

  it('takes the order of payment methods from the contract', () => {
    const method = `'(?:CARD|EASY_PAY|VIRTUAL_ACCOUNT|TRANSFER|CASH|ON_SITE)'`;
    const list = new RegExp(`\\[\\s*${method},\\s*${method}`);
    const files = production.filter(
      (file) => file !== 'packages/contract/src/money/payment-methods.ts' && !file.startsWith('apps/server/src/demo/'),
    );
    expect(files.filter((file) => list.test(readSource(file)))).toEqual([]);
  });

  it('gives screens one width and one distance below the header', () => {
    const files = without(dashboard, ['apps/admin/src/ui/page-layout.ts']);
    expect(placesOf(/maxWidth: (?:[6-9]\d\d|\d{4})\b|'& > \.page-header'/, files)).toEqual([]);
  });

  it('gives links one look', () => {
    expect(
      placesOf(/@mui\/material\/Link'|textDecoration(Color)?: '(underline|primary)|'& a': \{[^}]*\bcolor:/, dashboard),
    ).toEqual([]);
  });

  it('shows lists by the table whose rows are cards on a phone', () => {
    expect(placesOf(/@mui\/material\/Table|component="table"|<table\b/, without(dashboard, FIGURE_TABLES))).toEqual([]);
    // A list without exceptions that are gone.
    for (const file of [...FIGURE_TABLES, ...DATE_FORMATS])
      expect(readSource(file)).toMatch(/component="table"|<table\b|Intl\.DateTimeFormat/);
  });
});
