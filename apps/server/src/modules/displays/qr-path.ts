import qrcode from 'qrcode-generator';

/** The quiet zone around a QR code is four modules wide (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A QR code as the path of an SVG: each run of dark modules is one rectangle, so that no gaps appear between modules. */
export function drawQrPath(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1)
    for (let from = 0; from < count; from += 1) {
      if (!code.isDark(row, from)) continue;
      let to = from + 1;
      while (to < count && code.isDark(row, to)) to += 1;
      path += `M${from + QUIET_MODULES} ${row + QUIET_MODULES}h${to - from}v1h${from - to}z`;
      from = to;
    }
  return { size: count + 2 * QUIET_MODULES, path };
}
