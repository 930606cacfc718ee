import type { MOST_PHOTOS } from '@munjigi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadFile } from '../../../api/files.ts';
import { useProduct } from '../../../session/auth.tsx';
import { putRoom } from '../room-cache.ts';

/** The contract's limits, checked before a file is sent. */
export const PHOTO_LIMITS = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  bytes: 10 * 1024 * 1024,
  count: 10 satisfies typeof MOST_PHOTOS,
} as const;

export type PhotoFault = 'type' | 'size' | 'count';

/** Why a file cannot be sent as a picture, or `null`. `place`: the number of pictures before it. */
export function photoFault(file: { readonly type: string; readonly size: number }, place: number): PhotoFault | null {
  if (!PHOTO_LIMITS.types.some((type) => type === file.type)) return 'type';
  if (file.size > PHOTO_LIMITS.bytes) return 'size';
  return place >= PHOTO_LIMITS.count ? 'count' : null;
}

/** A file that is being sent, or that failed. */
export interface PhotoUpload {
  readonly key: string;
  readonly name: string;
  /** The uploaded share, 0 to 1; the server processes the picture after the upload. */
  readonly share: number;
  readonly fault: PhotoFault | null;
  readonly error: unknown;
}

/**
 * Sends pictures to a room one after another. A finished picture is in the room; a failed one stays listed with the
 * reason.
 */
export function usePhotoUpload(roomId: string, photoCount: number) {
  const product = useProduct();
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly PhotoUpload[]>([]);
  const update = (key: string, patch: Partial<PhotoUpload> | null) =>
    setUploads((now) =>
      now.flatMap((upload) => (upload.key !== key ? [upload] : patch === null ? [] : [{ ...upload, ...patch }])),
    );

  async function send(file: File, key: string): Promise<void> {
    try {
      const room = await uploadFile('POST /api/v2/{product}/room/{roomId}/photo', {
        params: { product, roomId },
        file,
        onProgress: (share) => update(key, { share }),
      });
      putRoom(client, product, room);
      update(key, null);
    } catch (error) {
      update(key, { error });
    }
  }

  return {
    uploads,
    dismiss: (key: string) => update(key, null),
    add: async (files: readonly File[]): Promise<void> => {
      let place = photoCount;
      const queued = files.map((file) => {
        const fault = photoFault(file, place);
        if (fault === null) place += 1;
        return {
          file,
          upload: { key: crypto.randomUUID(), name: file.name, share: 0, fault, error: null } satisfies PhotoUpload,
        };
      });
      setUploads((now) => [
        ...now.filter((upload) => upload.fault === null && upload.error === null),
        ...queued.map(({ upload }) => upload),
      ]);
      for (const { file, upload } of queued) if (upload.fault === null) await send(file, upload.key);
    },
  };
}
