import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './build/first-paint.ts';
import { ownFonts } from './build/own-fonts.ts';
import { precompress } from './build/precompress.ts';
import { pushWorker } from './build/push-worker.ts';

const server = 'http://127.0.0.1:4000';

/** What every screen behind sign-in uses, and sign-in does not. */
const behindSignIn = '(?:format|drawer|page-header|empty-state|no-permission|address-values|store-choice|live-state|live-cache|ask-anew|files|read-all|sign-out|error-boundary)';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ compiler: true }), firstPaint(), ownFonts(), pushWorker(), precompress()],
  server: { host: '127.0.0.1', proxy: { '/api': server, '/healthz': server } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A font or an image inside the style sheet would be loaded by everybody, needed or not.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // Few files for the first screen: each further one costs a round trip on a slow line.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            { name: 'router-and-texts', test: /node_modules[\\/](?:react-router|i18next|react-i18next|i18next-browser-languagedetector)[\\/]/ },
            { name: 'shell', test: new RegExp(String.raw`src[\\/](?:api|ui|app)[\\/](?!mui-|right-to-left|toaster|failure-|problem-words|form[\\/]|${behindSignIn}\.).*\.tsx?$`), minShareCount: 2 },
            { name: 'signed-in', test: new RegExp(String.raw`src[\\/](?:api|ui|app)[\\/]${behindSignIn}\.tsx?$`), minShareCount: 2 },
            { name: 'questions', test: /node_modules[\\/]@tanstack[\\/]/ },
            // Small parts of forms that need no MUI: one file, because the first file of all names every further one.
            { name: 'form-parts', test: /src[\\/]ui[\\/]form[\\/](?:use-date-input|date-picker-button|date-text|store-day|typed-search|numbers|field-errors)\.tsx?$/, minShareCount: 2 },
            // The fields, and what of MUI they are made of.
            { name: 'fields', test: /src[\\/]ui[\\/]form[\\/](?:fields|filter-fields|date-field)\.tsx?$/, minShareCount: 2 },
            // What the first screen and the bells share.
            { name: 'first-screen', test: /src[\\/]features[\\/](?:alarms[\\/](?:alarm-cache|alarms\.api|late-alarm-rows|index)|notifications[\\/](?:notification-roles|notifications\.api|desktop)\.|readiness[\\/](?:index|obstacle-words|readiness)\.|doors[\\/](?:index|door-strip)\.)/, minShareCount: 2 },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
});
