import type { exportSettlement, QueryOf, Settlement, SettlementLine, Store, TaxInvoice } from '@munjigi/contract';
import { formatDatePeriod, formatLongDate, groupDigits, zonedDate } from '@munjigi/rules';
import { STATEMENT_WORDS, type StatementWords } from '@munjigi/texts/statements';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { tableFile, type FileReply, type Person, type TableCell } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { readStore } from '../stores/index.ts';
import { datesInName } from './tax/dates-in-name.ts';
import { accountLine } from './period/payees.ts';
import type { StatementPaper, StatementRow } from './papers/statement-paper.ts';
import { paperFile, type Paper } from './papers/statement-pdf.ts';
import { statementSheet } from './papers/statement-xlsx.ts';
import { statementOf } from './statement.ts';
import { readSupplier } from './tax/tax-supplier.ts';

type Query = QueryOf<typeof exportSettlement>;

/** What a statement says beside its figures: the store, the issuer and the day of the copy. */
interface Particulars {
  readonly statement: Settlement;
  readonly store: Pick<Store, 'businessNumber' | 'address'>;
  readonly issuer: TaxInvoice['supplier'];
  readonly copiedOn: string;
}

/**
 * Exports a statement as a table, a workbook or a PDF: who issues it, for which store, period and account, its lines,
 * their sums, and the tax invoice of the royalty (SL-31, docs/domain.md 5).
 */
export async function statementFile(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  actor: Person,
  settlementId: string,
  { format, lng }: Query,
): Promise<FileReply> {
  const words = STATEMENT_WORDS[lng];
  const particulars = await db.withActor(actor, async (tx): Promise<Particulars> => {
    const statement = await statementOf(tx, clock, settlementId);
    await recordChange(
      { tx, clock, actor },
      {
        storeId: statement.storeId,
        action: 'settlement.exported',
        subject: { kind: 'settlement', id: settlementId },
        detail: { format, rows: statement.lines.length },
      },
    );
    const [store, { supplier }] = await Promise.all([readStore(tx, statement.storeId), readSupplier(tx)]);
    return { statement, store, issuer: supplier, copiedOn: zonedDate(statement.timeZone, clock.now()) };
  });
  const { statement } = particulars;
  const dates = datesInName(statement.startsOn, statement.endsOn);
  const names = {
    name: `statement-${statement.statementNumber.toLowerCase()}`,
    readableName: `${words.title} ${statement.storeName} ${dates}`,
  };
  const { title, headings } = words;
  const paper: StatementPaper = {
    title,
    headings,
    details: detailsOf(particulars, words),
    rows: rowsOf(statement, words),
    statementNumber: statement.statementNumber,
  };
  if (format === 'pdf') return paperFile(names, toPdfPaper(paper, statement.storeName));
  if (format === 'xlsx') return statementSheet(names, paper);
  return tableFile({ ...names, format, headings, rows: cellsOf(paper) });
}

function toPdfPaper({ title, details, headings, rows, statementNumber }: StatementPaper, storeName: string): Paper {
  const [label, supply, vat, taxFree, amount] = headings;
  return {
    title,
    details,
    headings: [label, supply, vat, taxFree, amount],
    rows,
    footer: `${statementNumber} · ${storeName}`,
  };
}

/** The particulars come first, each in the column of the notes, so that every row has the columns of the headings. */
async function* cellsOf({ details, rows }: StatementPaper): AsyncGenerator<TableCell[]> {
  for (const [label, text] of details) yield [label, '', '', '', '', '', text];
  for (const { label, amounts, count, note } of rows)
    yield [label, ...amounts.map((amount) => amount ?? ''), count ?? '', note];
}

function detailsOf({ statement, store, issuer, copiedOn }: Particulars, words: StatementWords): Paper['details'] {
  const { startsOn, endsOn, state, payOn, paidOn, paidReference, paidTo, payee } = statement;
  const day = (date: string) => formatLongDate(date, words.language);
  const represented = (name: string) => (name === '' ? [] : [`${words.representative} ${name}`]);
  const listed = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');
  return [
    [words.statementNumber, statement.statementNumber],
    [words.copiedOn, day(copiedOn)],
    [
      words.issuer,
      issuer === null
        ? words.noIssuer
        : listed([issuer.name, issuer.businessNumber, ...represented(issuer.representative), issuer.address]),
    ],
    [
      words.store,
      listed([
        statement.storeName,
        store.businessNumber === '' ? words.noNumber : store.businessNumber,
        ...represented(payee?.representative ?? ''),
        store.address,
      ]),
    ],
    [words.period, `${formatDatePeriod(startsOn, endsOn, words.language, null)} (${words.state[state]})`],
    paidOn === null ? [words.payOn, day(payOn)] : [words.paidOn, day(paidOn)],
    [words.account, paidTo ?? accountLine(payee) ?? words.noAccount],
    ...(paidReference === null ? [] : [[words.transfer, paidReference] as const]),
    [words.unit, words.won],
  ];
}

function rowsOf(
  { lines, figures: { payoutAmount, carriedForwardAmount }, taxInvoice }: Settlement,
  words: StatementWords,
): StatementRow[] {
  const sum = (label: string, amount: number): StatementRow => ({
    label,
    amounts: [null, null, null, amount],
    count: null,
    note: '',
    isStrong: true,
  });
  return [
    ...lines.map((line) => ({
      label: line.method === null ? words.line[line.kind] : `${words.line[line.kind]} (${words.method[line.method]})`,
      amounts: [line.supplyAmount, line.vatAmount, line.taxFreeAmount, line.amount],
      count: line.count,
      note: noteOf(line, words),
      isStrong: false,
    })),
    sum(words.payout, payoutAmount),
    ...(carriedForwardAmount === 0 ? [] : [sum(words.carried, carriedForwardAmount)]),
    ...(taxInvoice === null
      ? []
      : [
          {
            label: words.taxInvoice,
            amounts: [taxInvoice.supplyAmount, taxInvoice.vatAmount, 0, taxInvoice.amount],
            count: null,
            note: invoiceNote(taxInvoice, words),
            isStrong: false,
          },
        ]),
  ];
}

function invoiceNote({ writtenOn, issueBy, supplier, recipient }: TaxInvoice, words: StatementWords): string {
  const party = (name: string, supplier: TaxInvoice['supplier']) =>
    supplier === null
      ? []
      : [`${name} ${supplier.name} (${supplier.businessNumber === '' ? words.noNumber : supplier.businessNumber})`];
  return [
    `${words.writtenOn} ${formatLongDate(writtenOn, words.language)}`,
    `${words.issueBy} ${formatLongDate(issueBy, words.language)}`,
    ...party(words.supplier, supplier),
    ...party(words.recipient, recipient),
  ].join(', ');
}

function noteOf({ rate, baseAmount, datedOn, reason }: SettlementLine, { language }: StatementWords): string {
  if (baseAmount !== null) return `${groupDigits(baseAmount)} × ${(rate ?? 0) / 100}%`;
  return datedOn === null ? '' : `${formatLongDate(datedOn, language)} ${reason ?? ''}`;
}
