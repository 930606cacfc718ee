import { lazy, Suspense } from 'react';
import type { QrCodeProps } from './qr-code-picture.tsx';

const Picture = lazy(() => import('./qr-code-picture.tsx').then(({ QrCodePicture }) => ({ default: QrCodePicture })));

/** A QR code whose code loads when it is shown. Its place is reserved meanwhile. */
export function QrCode(props: QrCodeProps) {
  return (
    <Suspense fallback={<div style={{ width: props.size, height: props.size }} aria-busy="true" />}>
      <Picture {...props} />
    </Suspense>
  );
}
