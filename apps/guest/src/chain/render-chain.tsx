import type { BookingChain, PublishedPolicy } from '@munjigi/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { ChainPage } from './chain-page.tsx';
import { CHAIN_TEXTS } from './chain-texts.ts';
import { PolicyPage } from './policy-page.tsx';

/** A page that the server renders whole, because it needs no state in the browser. */
interface RenderedPage {
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

export function renderChain(chain: BookingChain, language: GuestLanguage): RenderedPage {
  const text = CHAIN_TEXTS[language];
  return {
    title: text('chain.title', { chain: chain.product.name }),
    description: chain.stores.map(({ name }) => name).join(', '),
    html: renderToStaticMarkup(<ChainPage {...{ chain, language }} />),
  };
}

export function renderPolicy(policy: PublishedPolicy, language: GuestLanguage): RenderedPage {
  const title = CHAIN_TEXTS[language]('policy.page', { chain: policy.product.name });
  return { title, description: title, html: renderToStaticMarkup(<PolicyPage {...{ policy, language }} />) };
}

/** One answer for everything that is not there. */
export function renderMissingChain(kind: 'chain' | 'policy', language: GuestLanguage): RenderedPage {
  const text = CHAIN_TEXTS[language];
  const title = text(`${kind}.missing.title`);
  return {
    title,
    description: '',
    html: renderToStaticMarkup(
      <main className="page chain">
        <section className="card">
          <h1>{title}</h1>
          <p>{text(`${kind}.missing.about`)}</p>
        </section>
      </main>,
    ),
  };
}
