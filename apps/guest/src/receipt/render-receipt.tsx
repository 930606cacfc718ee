import type { StayReceipt } from '@munjigi/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { ReceiptFrame, ReceiptPage } from './receipt-page.tsx';
import { RECEIPT_TEXTS } from './receipt-texts.ts';

/** A page that the server renders whole, because it needs no state in the browser. */
interface RenderedPage {
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

export function renderReceipt(receipt: StayReceipt, language: GuestLanguage): RenderedPage {
  return {
    title: RECEIPT_TEXTS[language]('pageTitle', { store: receipt.store.name }),
    description: '',
    html: renderToStaticMarkup(<ReceiptPage {...{ receipt, language }} />),
  };
}

/** The page for a refusal with the code of a problem. */
export function renderMissingReceipt(code: string, language: GuestLanguage): RenderedPage {
  const text = RECEIPT_TEXTS[language];
  const title = text('missing.title');
  return {
    title,
    description: '',
    html: renderToStaticMarkup(
      <ReceiptFrame name="" language={language}>
        <section className="card">
          <h1>{title}</h1>
          <p>{text(REASONS[code] ?? 'missing.other')}</p>
        </section>
      </ReceiptFrame>,
    ),
  };
}

const REASONS: Readonly<Record<string, 'missing.token' | 'missing.companion'>> = {
  GUEST_TOKEN_INVALID: 'missing.token',
  NOT_FOR_COMPANIONS: 'missing.companion',
};
