import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guestDocument, guestDocumentParts } from './build/guest-document.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), guestDocumentParts(), guestDocument()],
  json: { stringify: true },
  build: {
    outDir: 'dist',
    // Not /assets, which belongs to the application of staff on the same server.
    assetsDir: 'g-assets',
    // Old web views of in-app browsers, such as that of KakaoTalk on phones without updates (decision 072).
    target: ['chrome87', 'safari14'],
    cssTarget: ['chrome87', 'safari14'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      // The page of a reservation, its receipt (CR-13), booking at a store, the stores of a chain with its privacy policy (SE-5), the tablet at a door (DP-3), the window of a payment provider (decision 072), and that of identity checks (AG-5).
      input: ['index.html', 'receipt.html', 'book.html', 'chain.html', 'pay.html', 'identity.html', 'display.html'].map(
        (name) => path.join(import.meta.dirname, name),
      ),
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
    license: { fileName: 'licenses.md' },
  },
});
