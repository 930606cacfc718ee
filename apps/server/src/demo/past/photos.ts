import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';

/** Drawn pictures of rooms, so that the demo shows photos without any real picture. */

const WIDTH = 960;
const HEIGHT = 640;
type Colour = readonly [number, number, number];

interface Palette {
  readonly wall: Colour;
  readonly floor: Colour;
  readonly sofa: Colour;
  readonly light: Colour;
}

const PALETTES: readonly Palette[] = [
  { wall: [42, 54, 84], floor: [92, 66, 48], sofa: [226, 120, 60], light: [255, 214, 150] },
  { wall: [232, 220, 204], floor: [150, 112, 80], sofa: [70, 110, 120], light: [255, 250, 225] },
  { wall: [70, 46, 84], floor: [44, 38, 58], sofa: [190, 90, 140], light: [240, 150, 255] },
  { wall: [206, 224, 218], floor: [168, 140, 108], sofa: [92, 132, 84], light: [255, 252, 235] },
  { wall: [36, 40, 46], floor: [66, 62, 60], sofa: [140, 60, 52], light: [255, 190, 120] },
];

interface Shape {
  readonly colour: (palette: Palette) => Colour;
  /** Parts of the picture's width and height. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
  readonly round?: boolean;
}

const SHAPES: readonly Shape[] = [
  { colour: ({ light }) => light, box: [0.1, 0.12, 0.34, 0.46] },
  { colour: ({ wall }) => shade(wall, 0.8), box: [0.215, 0.12, 0.225, 0.46] },
  { colour: ({ wall }) => shade(wall, 0.55), box: [0.56, 0.14, 0.9, 0.42] },
  { colour: ({ light, wall }) => mix(light, wall, 0.65), box: [0.57, 0.155, 0.89, 0.405] },
  { colour: ({ floor }) => shade(floor, 1.18), box: [0.2, 0.84, 0.8, 0.97], round: true },
  { colour: ({ sofa }) => shade(sofa, 0.8), box: [0.24, 0.52, 0.76, 0.72] },
  { colour: ({ sofa }) => sofa, box: [0.22, 0.64, 0.78, 0.82] },
  { colour: ({ sofa }) => shade(sofa, 0.7), box: [0.2, 0.58, 0.26, 0.84] },
  { colour: ({ sofa }) => shade(sofa, 0.7), box: [0.74, 0.58, 0.8, 0.84] },
  { colour: ({ light }) => light, box: [0.435, 0.04, 0.485, 0.115], round: true },
  { colour: ({ floor }) => shade(floor, 0.6), box: [0.38, 0.86, 0.62, 0.9] },
];

/** Adds a picture to each room without one. */
export async function seedPhotos(
  tx: Tx,
  { productId, storeId, now }: { productId: string; storeId: string; now: Date },
): Promise<void> {
  if (await tx.selectFrom('room_photos').select('id').limit(1).executeTakeFirst()) return;
  const rooms = await tx.selectFrom('rooms').select('id').orderBy('sort_order').execute();
  for (const [number, room] of rooms.entries()) {
    const palette = PALETTES[number % PALETTES.length];
    if (!palette) continue;
    await tx
      .insertInto('room_photos')
      .values({
        product_id: productId,
        store_id: storeId,
        id: uuidv7(),
        room_id: room.id,
        sort_order: 1,
        width: WIDTH,
        height: HEIGHT,
        created_at: now,
        ...(await encoded(palette)),
      })
      .execute();
  }
}

const drawings = new Map<Palette, Promise<{ large: Buffer; small: Buffer }>>();

function encoded(palette: Palette): Promise<{ large: Buffer; small: Buffer }> {
  const drawing = drawings.get(palette) ?? draw(palette);
  drawings.set(palette, drawing);
  return drawing;
}

async function draw(palette: Palette): Promise<{ large: Buffer; small: Buffer }> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1)
    fillRow(pixels, y, { from: 0, to: WIDTH, colour: background(palette, y / HEIGHT) });
  for (const shape of SHAPES) fillShape(pixels, shape, shape.colour(palette));
  const picture = () => sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return {
    large: await picture().webp({ quality: 80 }).toBuffer(),
    small: await picture().resize({ width: 480 }).webp({ quality: 80 }).toBuffer(),
  };
}

/** The wall grows darker away from the lamp, the floor towards the viewer. */
function background(palette: Palette, y: number): Colour {
  return y < 0.7 ? shade(palette.wall, 1.15 - y * 0.5) : shade(palette.floor, 1.1 - (y - 0.7));
}

function fillShape(pixels: Buffer, { box: [left, top, right, bottom], round }: Shape, colour: Colour): void {
  for (let y = Math.round(top * HEIGHT); y < bottom * HEIGHT; y += 1) {
    const away = (2 * (y / HEIGHT - top)) / (bottom - top) - 1;
    const half = ((right - left) / 2) * (round ? Math.sqrt(Math.max(0, 1 - away ** 2)) : 1);
    const middle = (left + right) / 2;
    fillRow(pixels, y, { from: Math.round((middle - half) * WIDTH), to: Math.round((middle + half) * WIDTH), colour });
  }
}

function fillRow(pixels: Buffer, y: number, { from, to, colour }: { from: number; to: number; colour: Colour }): void {
  if (to > from) pixels.fill(Buffer.from(colour), (y * WIDTH + from) * 3, (y * WIDTH + to) * 3);
}

function shade([red, green, blue]: Colour, by: number): Colour {
  const of = (value: number) => Math.max(0, Math.min(255, Math.round(value * by)));
  return [of(red), of(green), of(blue)];
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const of = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - share) + other[index] * share);
  return [of(0), of(1), of(2)];
}
