import { useStay, useServerNow } from './guest-context.ts';
import { CallStore, CopyButton, GuestCard, isLiveStay } from './parts.tsx';
import { LateRoomPhoto } from './room-photo.tsx';
import { isWritten, langOfName, StoreAddress, StoreText } from '../shared/store-text.tsx';

/** How to get there: address, map, directions, photo and the number of the store (GP-2). */
export function PlaceCard() {
  const { page, language, text } = useStay();
  const { arrival } = page;
  const mark = text('written.other');
  const { name, address } = page.reservation.store;
  return (
    <GuestCard title={text('place.title')} testId="place">
      {address === '' && arrival.addressEn === '' ? (
        <p className="address" lang={langOfName(name)}>
          {name}
        </p>
      ) : (
        <StoreAddress className="address" language={language} address={address} addressEn={arrival.addressEn} />
      )}
      <p className="row">
        {address !== '' && <CopyButton label={text('place.copy')} value={address} />}
        {arrival.mapUrl !== '' && (
          <a className="button small" href={arrival.mapUrl} target="_blank" rel="noopener noreferrer">
            {text('place.map')}
          </a>
        )}
      </p>
      <StoreText language={language} mark={mark} ko={arrival.directions} en={arrival.directionsEn} />
      {isWritten(arrival.roomDirections, arrival.roomDirectionsEn) && (
        <>
          <h3>{text('place.room')}</h3>
          <StoreText language={language} mark={mark} ko={arrival.roomDirections} en={arrival.roomDirectionsEn} />
        </>
      )}
      {arrival.photo !== null && <LateRoomPhoto key={arrival.photo.id} photo={arrival.photo} />}
      {/* The card of a stay that is over has the number further up. */}
      {isLiveStay(page) && <CallStore label={text('call.store')} />}
    </GuestCard>
  );
}

/** The network, while the access window is open, also by a reply from before the connection was lost (GP-2, GP-6). */
export function WifiCard() {
  const { page, text, live } = useStay();
  const now = useServerNow(live);
  const { wifi } = page.arrival;
  if (wifi === null || now >= Date.parse(wifi.until)) return null;
  return (
    <GuestCard title={text('wifi.title')} testId="wifi">
      <dl>
        <dt>{text('wifi.name')}</dt>
        <dd className="long">{wifi.name}</dd>
        {wifi.password !== '' && (
          <>
            <dt>{text('wifi.password')}</dt>
            <dd className="secret">{wifi.password}</dd>
          </>
        )}
      </dl>
      {wifi.password !== '' && <CopyButton label={text('wifi.copy')} value={wifi.password} />}
    </GuestCard>
  );
}

export function HouseRulesCard() {
  const { page, language, text } = useStay();
  const { houseRules, houseRulesEn, amenities } = page.arrival;
  return (
    <>
      {isWritten(houseRules, houseRulesEn) && (
        <GuestCard title={text('rules.title')}>
          <StoreText language={language} mark={text('written.other')} ko={houseRules} en={houseRulesEn} />
        </GuestCard>
      )}
      {amenities.length > 0 && (
        <GuestCard title={text('amenities.title')}>
          <ul className="tags">
            {amenities.map((amenity) => (
              <li key={amenity} lang={langOfName(amenity)}>
                {amenity}
              </li>
            ))}
          </ul>
        </GuestCard>
      )}
    </>
  );
}
