import type { PaymentMethod, StayReceipt } from '@munjigi/contract';
import type { ReactNode } from 'react';
import { createGuestFormat, createYearFormat, type GuestFormat } from '../shared/guest-format.ts';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { langOfName } from '../shared/store-text.tsx';
import { RECEIPT_TEXTS, type ReceiptText } from './receipt-texts.ts';

interface ReceiptProps {
  readonly receipt: StayReceipt;
  readonly language: GuestLanguage;
}

interface PartProps {
  readonly receipt: StayReceipt;
  readonly text: ReceiptText;
  readonly format: ReceiptFormat;
}

/** The receipt of a stay (CR-13), for the screen and for one sheet of A4. */
export function ReceiptPage({ receipt, language }: ReceiptProps) {
  const text = RECEIPT_TEXTS[language];
  const format = createReceiptFormat(language, receipt.store.timeZone);
  const part = { receipt, text, format };
  return (
    <ReceiptFrame name={receipt.product.name} language={language}>
      <header className="heading">
        <h1>{text('title')}</h1>
        <p>
          {text('reservation')} <strong>{receipt.stay.code}</strong>
        </p>
        <p className="quiet">{text('readAt', { time: format.instant(receipt.readAt) })}</p>
      </header>
      <SellerPart {...part} />
      <StayPart {...part} />
      <LinesPart {...part} />
      <PaymentsPart {...part} />
      <TotalPart {...part} />
      <Notes {...part} />
      <p className="row screen-only">
        <button type="button" className="button" data-print hidden>
          {text('print')}
        </button>
        <a className="button" href="./">
          {text('back')}
        </a>
      </p>
    </ReceiptFrame>
  );
}

interface FrameProps {
  readonly name: string;
  readonly language: GuestLanguage;
  readonly children: ReactNode;
}

/** The head of the page, with the switch of the language as a link. */
export function ReceiptFrame({ name, language, children }: FrameProps) {
  const other = language === 'kr' ? 'en' : 'kr';
  return (
    <main className="page receipt">
      <header className="top">
        <p lang={langOfName(name)}>{name}</p>
        <a className="button small screen-only" href={`?lng=${other}`} lang={other === 'kr' ? 'ko' : 'en'}>
          {RECEIPT_TEXTS[language]('language')}
        </a>
      </header>
      {children}
    </main>
  );
}

function SellerPart({ receipt: { seller }, text }: PartProps) {
  return (
    <section className="card" data-testid="receipt-seller">
      <h2>{text('seller')}</h2>
      {seller === null ? (
        <p>{text('noSeller')}</p>
      ) : (
        <dl>
          <Fact name={text('legalName')} value={seller.legalName} />
          <Fact name={text('representative')} value={seller.representative} />
          <Fact name={text('businessNumber')} value={seller.businessNumber} />
          <Fact name={text('address')} value={seller.address} />
          <Fact name={text('phone')} value={seller.phone} />
        </dl>
      )}
    </section>
  );
}

function StayPart({ receipt: { store, stay }, text, format }: PartProps) {
  return (
    <section className="card" data-testid="receipt-stay">
      <h2>{text('stay')}</h2>
      <dl>
        <Fact name={text('store')} value={store.name} />
        <Fact name={text('address')} value={store.address} />
        <Fact name={text('phone')} value={store.phone} />
        <Fact name={text('room')} value={stay.roomName} />
        <Fact name={text('period')} value={`${format.instant(stay.startsAt)} – ${format.end(stay)}`} />
        {stay.headCount > 0 && <Fact name={text('people')} value={text('peopleCount', { count: stay.headCount })} />}
      </dl>
      {stay.isCancelled && <p>{text('cancelled')}</p>}
    </section>
  );
}

/** A fact of a list; nothing without a value. */
function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd lang={langOfName(value)}>{value}</dd>
    </>
  );
}

function LinesPart({ receipt: { lines }, text, format }: PartProps) {
  if (lines.length === 0) return null;
  const price = lines.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <section className="card" data-testid="receipt-lines">
      <h2>{text('lines')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('item')}</th>
            <th scope="col">{text('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, label, quantity, amount }) => (
            <tr key={`${kind} ${label} ${quantity} ${amount}`}>
              <td lang={label === '' ? undefined : langOfName(label)}>
                {text(`line.${kind}`, { name: label, count: quantity })}
              </td>
              <td>{format.signed(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('price')}</th>
            <td>{format.signed(price)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function PaymentsPart({ receipt: { payments }, text, format }: PartProps) {
  return (
    <section className="card" data-testid="receipt-payments">
      <h2>{text('payments')}</h2>
      {payments.length === 0 && <p>{text('none')}</p>}
      {payments.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{text('payment')}</th>
              <th scope="col">{text('amount')}</th>
            </tr>
          </thead>
          {payments.map((payment) => (
            <PaymentRows key={payment.id} {...{ payment, text, format }} />
          ))}
        </table>
      )}
    </section>
  );
}

interface PaymentRowsProps {
  readonly payment: StayReceipt['payments'][number];
  readonly text: ReceiptText;
  readonly format: ReceiptFormat;
}

function PaymentRows({ payment, text, format }: PaymentRowsProps) {
  const { method, isOfChannel, paidAt, amount, number, refunds, openRefundAmount, cashReceipt } = payment;
  const way = text(`method.${method}`);
  return (
    <tbody className="payment-rows">
      <tr>
        <td>
          {isOfChannel ? text('ofChannel', { method: way }) : way}
          <small>{format.instant(paidAt)}</small>
          <small>{text('number', { number })}</small>
          {cashReceipt !== null && (
            <small>
              {text('cashReceipt', { number: cashReceipt.approvalNumber, amount: format.signed(cashReceipt.amount) })}
            </small>
          )}
          {openRefundAmount > 0 && <small>{text('refundOpen', { amount: format.signed(openRefundAmount) })}</small>}
        </td>
        <td>{format.signed(amount)}</td>
      </tr>
      {refunds.map((refund) => (
        <tr key={refund.at}>
          <td>
            {text('refund')}
            <small>{format.instant(refund.at)}</small>
          </td>
          <td>{format.signed(-refund.amount)}</td>
        </tr>
      ))}
    </tbody>
  );
}

function TotalPart({ receipt: { total }, text, format }: PartProps) {
  return (
    <section className="card" data-testid="receipt-total">
      <h2>{text('total')}</h2>
      <dl>
        <dt>{text('supply')}</dt>
        <dd>{format.signed(total.supplyAmount)}</dd>
        <dt>{text('vat')}</dt>
        <dd>{format.signed(total.vatAmount)}</dd>
        {total.taxFreeAmount !== 0 && (
          <>
            <dt>{text('taxFree')}</dt>
            <dd>{format.signed(total.taxFreeAmount)}</dd>
          </>
        )}
        <dt className="sum">{text('sum')}</dt>
        <dd className="sum">{format.signed(total.amount)}</dd>
      </dl>
    </section>
  );
}

type Proof = 'note.card' | 'note.cash' | 'note.pass';
const PROOFS: Readonly<Record<PaymentMethod, Proof | null>> = {
  CARD: 'note.card',
  EASY_PAY: 'note.card',
  VIRTUAL_ACCOUNT: 'note.cash',
  TRANSFER: 'note.cash',
  CASH: 'note.cash',
  ON_SITE: null,
  PASS: 'note.pass',
};

/** What proves the payments to the tax office (docs/domain.md 5): this page alone does not. */
function Notes({ receipt: { payments }, text }: PartProps) {
  const kept = payments.filter(
    ({ amount, refunds }) => amount > refunds.reduce((sum, refund) => sum + refund.amount, 0),
  );
  const proofs = new Set(
    kept.flatMap(({ method, isOfChannel, cashReceipt }) =>
      isOfChannel ? 'note.channel' : cashReceipt === null ? (PROOFS[method] ?? []) : [],
    ),
  );
  return (
    <div className="notes quiet">
      <p>{text('note')}</p>
      {[...proofs].map((proof) => (
        <p key={proof}>{text(proof)}</p>
      ))}
    </div>
  );
}

interface ReceiptFormat {
  /** `2026년 11월 30일 (월) 18:30`: a receipt is kept for years. */
  readonly instant: (at: string) => string;
  /** The end of a stay, with its day where that differs. */
  readonly end: (stay: { readonly startsAt: string; readonly endsAt: string }) => string;
  /** `−5,000원` for a negative amount. */
  readonly signed: (amount: number) => string;
}

function createReceiptFormat(language: GuestLanguage, timeZone: string): ReceiptFormat {
  const { day, time, won }: GuestFormat = createGuestFormat(language, timeZone);
  const yearOf = createYearFormat(timeZone);
  const date = (at: string) => RECEIPT_TEXTS[language]('date', { year: yearOf(Date.parse(at)), day: day(at) });
  const instant = (at: string) => `${date(at)} ${time(at)}`;
  return {
    instant,
    end: ({ startsAt, endsAt }) => (date(startsAt) === date(endsAt) ? time(endsAt) : instant(endsAt)),
    signed: (amount) => (amount < 0 ? `−${won(-amount)}` : won(amount)),
  };
}
