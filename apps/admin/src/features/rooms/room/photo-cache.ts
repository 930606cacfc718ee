import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { readFile } from '../../../api/files.ts';
import { useProduct } from '../../../session/auth.tsx';

/** How long a picture is kept after it was last shown, in case it is shown again soon. */
const KEEP_MS = 60_000;

export interface LoadedPhoto {
  readonly url: string | null;
  readonly isBroken: boolean;
}
interface Kept {
  photo: LoadedPhoto;
  readonly listeners: Set<() => void>;
  drop?: ReturnType<typeof setTimeout>;
}

const LOADING: LoadedPhoto = { url: null, isBroken: false };
/** The pictures of each query cache: they belong to the same session as its data. */
const photosOf = new WeakMap<QueryClient, Map<string, Kept>>();

/**
 * A room's picture as an object URL. It is read by a call, because the address of an image cannot carry a token (AU-3).
 * Several views share one read; the picture is dropped a minute after it was last shown.
 */
export function usePhoto(roomId: string, photoId: string, size: 'small' | 'large'): LoadedPhoto {
  const product = useProduct();
  const kept = keptPhotos(useQueryClient());
  const key = [product, roomId, photoId, size].join('/');
  const subscribe = useCallback(
    (listener: () => void) => {
      const entry = kept.get(key) ?? load(kept, key, { product, roomId, photoId }, size);
      clearTimeout(entry.drop);
      entry.listeners.add(listener);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) entry.drop = setTimeout(() => letGo(kept, key, entry), KEEP_MS);
      };
    },
    [kept, key, product, roomId, photoId, size],
  );
  return useSyncExternalStore(subscribe, () => kept.get(key)?.photo ?? LOADING);
}

function keptPhotos(client: QueryClient): Map<string, Kept> {
  const kept = photosOf.get(client) ?? new Map<string, Kept>();
  photosOf.set(client, kept);
  return kept;
}

function load(
  kept: Map<string, Kept>,
  key: string,
  params: { product: string; roomId: string; photoId: string },
  size: 'small' | 'large',
): Kept {
  const entry: Kept = { photo: LOADING, listeners: new Set() };
  kept.set(key, entry);
  const put = (photo: LoadedPhoto) => {
    entry.photo = photo;
    for (const listener of entry.listeners) listener();
  };
  readFile('GET /api/v2/{product}/room/{roomId}/photo/{photoId}', { params, query: { size } }).then(
    (file) => put({ url: URL.createObjectURL(file), isBroken: false }),
    (error: unknown) => {
      console.warn('A picture cannot be read', error);
      put({ url: null, isBroken: true });
    },
  );
  return entry;
}

function letGo(kept: Map<string, Kept>, key: string, { photo }: Kept): void {
  kept.delete(key);
  if (photo.url !== null) URL.revokeObjectURL(photo.url);
}
