import type { BookingChain, ChainStore } from '@munjigi/contract';
import type { ReactNode } from 'react';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { langOfName, StoreAddress } from '../shared/store-text.tsx';
import { CHAIN_TEXTS, type ChainText } from './chain-texts.ts';

interface FrameProps {
  readonly language: GuestLanguage;
  readonly name: string;
  /** The same page in the other language. */
  readonly otherLanguagePath: string;
  readonly children: ReactNode;
}

/** The head of a page of the chain, with the switch of the language as a link. */
export function ChainFrame({ language, name, otherLanguagePath, children }: FrameProps) {
  return (
    <main className="page chain">
      <header className="top">
        <p>{name}</p>
        <a className="button small" href={otherLanguagePath} lang={language === 'kr' ? 'en' : 'ko'}>
          {CHAIN_TEXTS[language]('language')}
        </a>
      </header>
      {children}
    </main>
  );
}

interface ChainPageProps {
  readonly chain: BookingChain;
  readonly language: GuestLanguage;
}

/** The stores of a chain (SE-5). The script adds what is free now, and sorts by distance on request. */
export function ChainPage({ chain, language }: ChainPageProps) {
  const text = CHAIN_TEXTS[language];
  const { product, stores } = chain;
  const path = `/b/${encodeURIComponent(product.slug)}`;
  return (
    <ChainFrame
      language={language}
      name={product.name}
      otherLanguagePath={`${path}?lng=${language === 'kr' ? 'en' : 'kr'}`}
    >
      <h1>{text('chain.title', { chain: product.name })}</h1>
      <p className="quiet">{text('chain.about')}</p>
      <div className="row chain-tools">
        <p className="chain-count">{text('chain.stores', { count: stores.length })}</p>
        {/* Shown by the script, where the browser knows its location and a store has one. */}
        <button type="button" className="button small" data-near hidden>
          {text('chain.near')}
        </button>
      </div>
      {chain.canFindBookings && stores[0] !== undefined && (
        <p>
          <a className="button small" href={`${path}/${stores[0].id}#find`}>
            {text('chain.find')}
          </a>
        </p>
      )}
      <p className="quiet" role="status" data-near-refused data-text={text('chain.near.refused')} />
      <ul
        className="chain-stores"
        data-stores
        data-product={product.slug}
        data-language={language}
        data-distance={text('chain.distance', { distance: '%' })}
        data-free={text('chain.now.free')}
        data-next={text('chain.now.next', { time: '%' })}
        data-tomorrow={text('chain.now.tomorrow', { time: '%' })}
        data-none={text('chain.now.none')}
      >
        {stores.map((store) => (
          <StoreRow key={store.id} {...{ store, language, text }} slug={product.slug} />
        ))}
      </ul>
      {chain.hasPrivacyPolicy && (
        <footer className="quiet">
          <a href={`${path}/privacy?lng=${language}`}>{text('policy.link')}</a>
        </footer>
      )}
    </ChainFrame>
  );
}

interface StoreRowProps {
  readonly store: ChainStore;
  readonly slug: string;
  readonly language: GuestLanguage;
  readonly text: ChainText;
}

function StoreRow({ store, slug, language, text }: StoreRowProps) {
  const { location } = store;
  return (
    <li
      className="card chain-store"
      data-store={store.id}
      data-minutes={store.minMinutes}
      data-zone={store.timeZone}
      {...(location && { 'data-latitude': location.latitude, 'data-longitude': location.longitude })}
    >
      {store.photoId !== null && (
        <img
          className="chain-photo"
          src={`/api/v2/${slug}/booking/photo/${store.photoId}?size=small`}
          alt={text('chain.photo', { store: store.name })}
          width={96}
          height={96}
          loading="lazy"
        />
      )}
      <div className="chain-words">
        <h2 lang={langOfName(store.name)}>
          {store.name} <span className="quiet chain-distance" data-far />
        </h2>
        <StoreAddress className="quiet" language={language} address={store.address} addressEn={store.addressEn} />
        {/* Has its height before the answer, so that nothing moves. */}
        <p className="chain-now" data-now />
        <p className="chain-links">
          <a className="button primary" href={`/b/${encodeURIComponent(slug)}/${store.id}`}>
            {text('chain.book')}
            <span className="unseen"> {store.name}</span>
          </a>
          {store.phone !== '' && (
            <a className="button" href={`tel:${store.phone.replace(/[^\d+]/g, '')}`}>
              <span className="nowrap">{store.phone}</span>
            </a>
          )}
        </p>
      </div>
    </li>
  );
}
