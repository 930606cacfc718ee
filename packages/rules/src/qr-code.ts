import qrcode from 'qrcode-generator';

/** The quiet zone around a QR code is four modules wide (ISO/IEC 18004). */
export const QUIET_MODULES = 4;

/** Dark modules beside each other in one row, in modules from the upper left corner without the quiet zone. */
interface Run {
  readonly row: number;
  readonly from: number;
  readonly length: number;
}

/**
 * A QR code of a text with the error correction M: how many modules it has on a side, and its dark modules. Runs of
 * them are drawn as one rectangle, so that no gaps appear between modules.
 */
export function layOutQrCode(text: string): { readonly count: number; readonly runs: readonly Run[] } {
  const code = qrcode(0, 'M');
  // The package takes a character for a byte.
  code.addData(String.fromCharCode(...new TextEncoder().encode(text)));
  code.make();
  const count = code.getModuleCount();
  const runs: Run[] = [];
  for (let row = 0; row < count; row += 1)
    for (let from = 0; from < count; from += 1) {
      let to = from;
      while (to < count && code.isDark(row, to)) to += 1;
      if (to > from) runs.push({ row, from, length: to - from });
      from = to;
    }
  return { count, runs };
}

/** A QR code with its quiet zone as the path of an SVG, in modules. */
export function drawQrPath(text: string): { readonly size: number; readonly path: string } {
  const { count, runs } = layOutQrCode(text);
  const path = runs
    .map(({ row, from, length }) => `M${from + QUIET_MODULES} ${row + QUIET_MODULES}h${length}v1h${-length}z`)
    .join('');
  return { size: count + 2 * QUIET_MODULES, path };
}
