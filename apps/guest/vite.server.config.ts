import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds what the server renders of the guest pages (decision 130): one file, which needs no package. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  json: { stringify: true },
  // Without it React looks for the environment of the server at run time.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path.join(import.meta.dirname, 'src/first-content.ts'),
    outDir: 'dist/server',
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
