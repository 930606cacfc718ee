import { langOfName, StoreAddress } from '../shared/store-text.tsx';
import { CallStoreButton } from './call-store-button.tsx';
import { useBooking } from './booking-context.ts';

/** The name and place of the store, with its map and phone number. */
export function StoreHead() {
  const { store, language, text, api } = useBooking();
  const photo = store.rooms.flatMap(({ photos }) => photos)[0];
  return (
    <header className="store-head" data-testid="store-head">
      <div className="store-words">
        <h1 className="store-name" lang={langOfName(store.name)}>
          {store.name}
        </h1>
        <StoreAddress className="quiet" language={language} address={store.address} addressEn={store.addressEn} />
      </div>
      {photo !== undefined && (
        <img
          className="store-photo"
          src={api.photoAddress(photo.id)}
          alt={text('store.photo', { store: store.name })}
        />
      )}
      <p className="row store-links">
        <CallStoreButton phone={store.phone} text={text} isSmall />
        {store.mapUrl !== '' && (
          <a className="button small" href={store.mapUrl} target="_blank" rel="noopener noreferrer">
            {text('store.map')}
          </a>
        )}
      </p>
    </header>
  );
}

/** The name of the store and the way back, in the later steps. */
export function ShortHead() {
  const { store, text, goBack } = useBooking();
  return (
    <div className="short-head">
      <button type="button" className="button small" onClick={goBack}>
        <span aria-hidden="true">←</span> {text('back')}
      </button>
      <h1 lang={langOfName(store.name)}>{store.name}</h1>
    </div>
  );
}
