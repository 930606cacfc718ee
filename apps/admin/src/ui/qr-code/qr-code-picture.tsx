import { drawQrPath } from '@munjigi/rules/qr-code';

export interface QrCodeProps {
  readonly text: string;
  /** The side of the picture in pixels. */
  readonly size: number;
  readonly label: string;
}

/** A QR code with its quiet zone, dark on white in both themes, as scanners need it. */
export function QrCodePicture({ text, size, label }: QrCodeProps) {
  const code = drawQrPath(text);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
      <path fill="#000" d={code.path} />
    </svg>
  );
}
