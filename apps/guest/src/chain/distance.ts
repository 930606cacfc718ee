interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_KM = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance of two places on a sphere, in km (haversine). */
export function measureKm(from: Place, to: Place): number {
  const height = Math.sin(toRadians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2;
  const part = height + Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude)) * width;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** One decimal below 10 km, as signs on roads do. */
export function formatKm(km: number): string {
  return km < 10 ? km.toFixed(1) : String(Math.round(km));
}
