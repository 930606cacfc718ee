import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Puts the parts that documents share into them: `<!--part NAME-->` an HTML file, in a script a comment with the same words a script file. */
export function guestDocumentParts(): Plugin {
  return {
    name: 'munjigi:guest-document-parts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(/<!--part ([\w-]+)-->/g, (_mark, name: string) => readPart(`${name}.html`))
          .replace(/\/\*part ([\w-]+)\*\//g, (_mark, name: string) => readPart(`${name}.js`)),
    },
  };
}

const readPart = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8').trimEnd();

/**
 * Puts the styles into each document, so that the first paint needs no further request, and the names of the text files
 * into its script, which requests the one of the language.
 */
export function guestDocument(): Plugin {
  return {
    name: 'munjigi:guest-document',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle, filename }) => {
        if (bundle === undefined) return html;
        const files = Object.values(bundle);
        const folder = filename.endsWith('book.html') ? 'locales/book' : 'locales';
        const textsOf = (language: string) => {
          const chunk = files.find(
            (file) =>
              file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/src/${folder}/${language}.json`)),
          );
          if (chunk === undefined) throw new Error(`The build has no texts of ${language} in ${folder}`);
          return `/${chunk.fileName}`;
        };
        const styleOf = (fileName: string) => {
          const style = files.find((file) => file.type === 'asset' && file.fileName === fileName);
          if (style?.type !== 'asset') throw new Error(`The build has no style sheet ${fileName}`);
          return String(style.source);
        };
        return html
          .replace(/^\s*\/\/.*\n/gm, '')
          .replace(/^\s+/gm, '')
          .replace('%TEXTS_KR%', () => textsOf('kr'))
          .replace('%TEXTS_EN%', () => textsOf('en'))
          .replace(
            /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
            (_link, fileName: string) => `<style>${styleOf(fileName)}</style>`,
          );
      },
    },
  };
}
