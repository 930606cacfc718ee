import type { Sharp, SharpOptions } from 'sharp';
import { Problem } from '../../http/index.ts';

/** A stored picture: WebP, upright, without metadata. */
export interface Picture {
  /** Width and height of `large`, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly large: Buffer;
  readonly small: Buffer;
}

const LARGE = 1600;
const SMALL = 480;
const QUALITY = 80;
/** A small file can contain a huge picture. */
const MOST_PIXELS = 40_000_000;
const LONGEST_SECONDS = 20;
/** Reads the first frame of an animation. Refuses truncated files, but tolerates warnings. */
const READING: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 };

type MakeSharp = (input: Buffer, options: SharpOptions) => Sharp;
let loading: Promise<MakeSharp> | undefined;

/** Loaded with the first picture, because most processes never need it. */
async function loadSharp(): Promise<MakeSharp> {
  const { default: sharp } = await import('sharp');
  // One thread per picture, so that the doors stay responsive.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only these three formats are read: SVG, PDF and others can refer to external resources.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Re-encodes a JPEG, PNG or WebP, by its content. Throws PHOTO_INVALID for another format, a damaged file or a picture
 * that is too large. Pictures are encoded one at a time.
 */
export function encodePicture(bytes: Buffer): Promise<Picture> {
  const next = last.then(() => encode(bytes));
  last = next.catch(() => undefined);
  return next;
}

async function encode(bytes: Buffer): Promise<Picture> {
  const sharp = await (loading ??= loadSharp());
  try {
    const { data: large, info } = await fitted(sharp(bytes, READING).autoOrient(), LARGE).toBuffer({
      resolveWithObject: true,
    });
    const small = await fitted(sharp(large, READING), SMALL).toBuffer();
    return { width: info.width, height: info.height, large, small };
  } catch (error) {
    throw new Problem('PHOTO_INVALID', { detail: reason(error), cause: error });
  }
}

function fitted(picture: Sharp, edge: number): Sharp {
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: LONGEST_SECONDS });
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(text)) return `It has more than ${MOST_PIXELS / 1_000_000} million pixels`;
  if (/timeout/.test(text)) return `It cannot be read within ${LONGEST_SECONDS} seconds`;
  return /unsupported image format/.test(text) ? 'It is neither a JPEG nor a PNG nor a WebP' : 'It is damaged';
}
