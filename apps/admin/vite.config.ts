import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './build/first-paint.ts';
import { ownFonts } from './build/own-fonts.ts';
import { pushWorker } from './build/push-worker.ts';

/** Modules that every screen behind sign-in uses, but not sign-in. */
const behindSignIn =
  '(?:format|drawer|page-header|empty-state|no-permission|store-choice|live-state|live-cache|live-collection|paced-refetch|read-all|sign-out|error-boundary)';

/** Modules that screens with lists and exports use, but not the first screen. */
const ofLists = '(?:address-values|files)';

/** Parts of lists, records and their drawers with MUI: only the screens that use them load them. */
const ofRecords = String.raw`(?:list[\\/]|section-head|fact-list|tone-chip|raw-text|side-panel|visually-hidden)`;

/** Modules that the first screen and the bells share. */
const firstScreen = String.raw`(?:alarms[\\/](?:alarm-cache|alarms\.api|late-alarm-rows|index)|notifications[\\/](?:notification-roles|notifications\.api|desktop)|overview[\\/]setup-return|rooms[\\/](?:state-changes|room-words|index)|stranded-guests[\\/](?:index|stranded-guests\.api)|on-call[\\/](?:index|pending-incidents\.api)|readiness[\\/](?:index|obstacle-words|readiness\.api|unpaid-stays\.api)|doors[\\/](?:index|door-strip|emergency[\\/](?:emergency-cache|emergency-list\.api)))`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ compiler: true }), firstPaint(), ownFonts(), pushWorker()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A font or an image inside the style sheet would load for every visitor, even if it is not needed.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // The first file lists every further one, and a hash cannot be compressed: the shortest that Rolldown accepts.
        // A text is named after its namespace: all texts of a language have the same file name.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, namespace = '[name]'] = /[\\/]locales[\\/]([\w-]+)[\\/]\w+\.json$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/${namespace}-[hash:7].js`;
        },
        // Few files for the first screen: each costs a round trip on a slow line.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            {
              name: 'texts',
              test: /node_modules[\\/](?:i18next|react-i18next|i18next-browser-languagedetector|use-sync-external-store)[\\/]/,
            },
            {
              name: 'shell',
              test: new RegExp(
                String.raw`src[\\/](?:api|ui|session|app)[\\/](?!screens[\\/]|(?:[a-z-]+[\\/])?(?:full-app|router|guards|root\.|error-page|mui-|right-to-left|toaster|parts-in-order|opening-dialog|failure-|problem-(?:words|alert)|use-now|use-undo|use-business-today|charts[\\/]|form[\\/]|${ofRecords}|${behindSignIn}\.|${ofLists}\.)).*\.tsx?$`,
              ),
              minShareCount: 2,
            },
            // Everything except sign-in needs it, with our own routes. After the shell, whose modules it
            // would include otherwise.
            {
              name: 'router',
              test: /node_modules[\\/]react-router[\\/]|src[\\/]app[\\/](?:full-app|router|guards|root|screens[\\/]error-page)\.tsx$/,
            },
            {
              name: 'lists',
              test: new RegExp(String.raw`src[\\/](?:api|session)[\\/]${ofLists}\.ts$`),
              minShareCount: 2,
            },
            // The query cache, and the modules that the first screen and the bells share: every signed-in screen loads
            // all of them, and one file saves requests. Before the next groups, which would include their imports.
            {
              name: 'signed-in',
              test: new RegExp(
                String.raw`node_modules[\\/]@tanstack[\\/]|src[\\/](?:(?:api|ui|session|app)[\\/](?:states[\\/])?${behindSignIn}\.tsx?$|features[\\/]${firstScreen}\.)`,
              ),
              minShareCount: 2,
            },
            // Every page for visitors uses them.
            {
              name: 'visitor-page',
              test: /src[\\/]features[\\/]accounts[\\/](?:auth-layout|auth-form)\.tsx$/,
              minShareCount: 2,
            },
            // Small parts of forms and lists without MUI, which the handlers of events use as well: one file, because the
            // first file lists every further one. Before the records, which have MUI.
            {
              name: 'form-parts',
              test: /src[\\/]ui[\\/](?:list[\\/](?:address-filter|list-position)|time[\\/](?:use-now|use-business-today)|toast[\\/]use-undo|form[\\/](?:time[\\/](?:use-date-input|date-picker-button|date-text|store-day)|typed-search|numbers|field-errors|idempotency-key|layouts))\.tsx?$/,
              minShareCount: 2,
            },
            // The fields, with their parts of MUI.
            {
              name: 'fields',
              test: /src[\\/]ui[\\/](?:states[\\/]problem-alert|form[\\/](?:fields|filter-fields|time[\\/](?:date-field|typed-field)|dialog[\\/](?:form-dialog|dialog-form)|option-checkboxes))\.tsx?$/,
              minShareCount: 2,
            },
            {
              name: 'records',
              test: new RegExp(
                String.raw`src[\\/]ui[\\/](?:${ofRecords}|form[\\/](?:file-export|pager[\\/]pager-nav|export-menu|unread))`,
              ),
              minShareCount: 2,
            },
            // The handlers of events that load after the first screen, with the caches that screens share with them.
            {
              name: 'live',
              test: /src[\\/](?:app[\\/]screen-live|features[\\/](?!alarms|overview|notifications|doors[\\/]emergency).*(?:\.live|(?<!photo)[-.]cache))\.ts$/,
            },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
});
