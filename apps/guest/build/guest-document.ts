import type { Plugin } from 'vite';

/**
 * Puts the styles into the document, so that the first paint needs no further request, and the names of the text files
 * into its script, which requests the one of the language.
 */
export function guestDocument(): Plugin {
  return {
    name: 'munjigi:guest-document',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html;
        const files = Object.values(bundle);
        const textsOf = (language: string) => {
          const chunk = files.find(
            (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/locales/${language}.json`)),
          );
          if (chunk === undefined) throw new Error(`The build has no texts of ${language}`);
          return `/${chunk.fileName}`;
        };
        const styles = files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
        );
        if (styles.length !== 1) throw new Error(`The build has ${styles.length} style sheets, not one`);
        return html
          .replace(/^\s*\/\/.*\n/gm, '')
          .replace(/^\s+/gm, '')
          .replace('%TEXTS_KR%', () => textsOf('kr'))
          .replace('%TEXTS_EN%', () => textsOf('en'))
          .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles[0] ?? ''}</style>`);
      },
    },
  };
}
