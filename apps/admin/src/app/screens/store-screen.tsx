import { lazy } from 'react';
import { useRooms } from '../../features/rooms/index.ts';
import { StoreSettingsPage } from '../../features/stores/store-settings-page.tsx';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';

const Feeds = lazy(async () => ({
  default: (await import('../../features/calendar-feeds/calendar-feeds-section.tsx')).StoreFeedsSection,
}));
const Modes = lazy(async () => ({ default: (await import('../../features/modes/modes-section.tsx')).ModesSection }));
const Ratings = lazy(async () => ({
  default: (await import('../../features/ratings/ratings-section.tsx')).RatingsSection,
}));
const Adults = lazy(async () => ({
  default: (await import('../../features/age-checks/age-rules-section.tsx')).AgeRulesSection,
}));
const Stranded = lazy(async () => ({
  default: (await import('../../features/stranded-guests/stranded-guests-section.tsx')).StrandedGuestsSection,
}));
const Prices = lazy(async () => ({ default: (await import('./store-prices.tsx')).StorePrices }));

/** Store settings with the parts of higher features: rooms by name, prices, modes, calendar feeds, ratings, adults, stranded guests. */
export function StoreScreen() {
  const { storeId } = useStoreChoice();
  const rooms = useRooms(useProduct(), storeId, { isEnabled: storeId !== null });
  return (
    <StoreSettingsPage
      rooms={rooms.data?.items ?? []}
      Prices={Prices}
      Modes={Modes}
      Feeds={Feeds}
      Ratings={Ratings}
      Adults={Adults}
      Stranded={Stranded}
    />
  );
}
