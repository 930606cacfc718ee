import type { BookingNow } from '@munjigi/contract';
import './chain.css';
import { formatKm, measureKm } from './distance.ts';
import { describeNow } from './now-text.ts';

/** Adds to the rendered list what is free now, and sorts it by distance on request. The page works without it. */
function enhanceChainPage(): void {
  const list = document.querySelector<HTMLElement>('[data-stores]');
  if (list === null) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-store]')];
  showFreeRooms(list, rows);
  offerDistance(list, rows);
}

/** Requests what is free at a store when its row comes into view, so that a long list costs what a person looks at. */
function showFreeRooms(list: HTMLElement, rows: readonly HTMLElement[]): void {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      void showFree(list, target);
    }
  });
  for (const row of rows) seen.observe(row);
}

async function showFree(list: HTMLElement, row: HTMLElement): Promise<void> {
  const place = row.querySelector('[data-now]');
  const { store = '', minutes = '60', zone = 'Asia/Seoul' } = row.dataset;
  const { product = '', language: shown } = list.dataset;
  const language = shown === 'en' ? 'en' : 'kr';
  try {
    const response = await fetch(`/api/v2/${product}/booking/store/${store}/now?minutes=${minutes}`, {
      headers: { Accept: 'application/json' },
    });
    if (!response.ok || place === null) return;
    place.textContent = describeNow((await response.json()) as BookingNow, { texts: list.dataset, language, zone });
  } catch (error) {
    // The row has its link without this line.
    console.warn(error);
  }
}

function offerDistance(list: HTMLElement, rows: readonly HTMLElement[]): void {
  const button = document.querySelector<HTMLButtonElement>('[data-near]');
  if (button === null || !('geolocation' in navigator) || rows.every((row) => placeOf(row) === null)) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        button.hidden = true;
        sortByDistance(list, rows, coords);
      },
      () => {
        const status = document.querySelector<HTMLElement>('[data-near-refused]');
        if (status !== null) status.textContent = status.dataset['text'] ?? '';
      },
      { maximumAge: 60_000, timeout: 10_000 },
    );
  });
}

function sortByDistance(list: HTMLElement, rows: readonly HTMLElement[], from: GeolocationCoordinates): void {
  const far = rows.map((row) => {
    const place = placeOf(row);
    return { row, km: place === null ? Number.POSITIVE_INFINITY : measureKm(from, place) };
  });
  far.sort((a, b) => (a.km === b.km ? 0 : a.km - b.km));
  for (const { row, km } of far) {
    const mark = row.querySelector('[data-far]');
    if (mark !== null && Number.isFinite(km))
      mark.textContent = (list.dataset['distance'] ?? '%').replace('%', formatKm(km));
    list.append(row);
  }
}

function placeOf({ dataset }: HTMLElement): { latitude: number; longitude: number } | null {
  const { latitude, longitude } = dataset;
  return latitude === undefined || longitude === undefined
    ? null
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

enhanceChainPage();
