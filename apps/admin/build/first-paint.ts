import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { tokensCss } from '../src/ui/tokens.ts';

type Chunk = Rolldown.OutputChunk;

/** The files that each first screen loads after the entry. The page's head requests them before the entry has run. */
const SCREENS = {
  '/auth/': { modules: ['/features/accounts/accounts.tsx'], texts: ['common', 'auth'] },
  '/dashboard': {
    modules: ['/app/dashboard.tsx', '/app/dashboard-home.tsx'],
    texts: ['common', 'navbar', 'settings', 'overview'],
  },
} as const;

/**
 * Puts the tokens into the page, and lets the browser fetch the texts, styles and code of the first screen beside the
 * entry.
 */
export function firstPaint(): Plugin {
  return {
    name: 'munjigi:first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const style = { tag: 'style', children: tokensCss(), injectTo: 'head-prepend' as const };
        if (bundle === undefined) return [style];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        // Placed before the style sheet's link: a script after it would wait for the sheet, and so would all of its
        // requests.
        const early = html.replace(
          /(?=<script type="module")/,
          () => `<script>${preloadScript(chunks)}</script>\n    `,
        );
        if (early === html) throw new Error('The page has no module script to put the preloads before');
        // Removes comments and indentation, which are for readers of the source.
        const short = early.replace(/^\s*\/\/.*\n/gm, '').replace(/^\s+/gm, '');
        return { html: short, tags: [style, { tag: 'script', children: splashScript(), injectTo: 'body' as const }] };
      },
    },
  };
}

function preloadScript(chunks: readonly Chunk[]): string {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const find = (end: string) =>
    chunks.find((chunk) => chunk.facadeModuleId?.endsWith(end) || chunk.moduleIds.some((id) => id.endsWith(end)));
  const entry = new Set(
    closure(
      chunks.find((chunk) => chunk.isEntry),
      byFile,
    ),
  );
  const filesOf = (ends: readonly string[]) => {
    const needed = ends.flatMap((end) => closure(find(end), byFile)).filter((chunk) => !entry.has(chunk));
    return [...new Set(needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? []), chunk.fileName]))];
  };
  const plan = Object.fromEntries(
    Object.entries(SCREENS).map(([start, { modules, texts }]) => [
      start,
      {
        modules: filesOf(modules),
        kr: filesOf(texts.map((name) => `/locales/kr/${name}.json`)),
        en: filesOf(texts.map((name) => `/locales/en/${name}.json`)),
      },
    ]),
  );
  // The detection order of i18next, as far as it is cheap to repeat here: a wrong guess costs only a few bytes.
  return `(function(){
var plan=${JSON.stringify(plan)},path=location.pathname,lng='';
try{lng=new URLSearchParams(location.search).get('lng')||(/(?:^|; )i18next=([^;]+)/.exec(document.cookie)||[])[1]||localStorage.getItem('i18nextLng')||sessionStorage.getItem('i18nextLng')||navigator.language||document.documentElement.lang;
if(path==='/')path='/dashboard';
if(path.indexOf('/dashboard')===0&&!sessionStorage.getItem('jwt_access_token'))path='/auth/';}catch(error){console.warn(error)}
window.munjigiFirst={path:path,lng:/^en/i.test(lng)?'en':'kr'};
for(var start in plan)if(path.indexOf(start)===0)plan[start].modules.concat(plan[start].kr,/^en/i.test(lng)?plan[start].en:[]).forEach(function(file){
var link=document.createElement('link');if(/css$/.test(file)){link.rel='stylesheet';link.setAttribute('blocking','render')}else link.rel='modulepreload';link.crossOrigin='';link.href='/'+file;document.head.append(link)});
})()`;
}

/**
 * Shows content while the code of the page loads: on sign-in the heading and lead of the form, elsewhere the
 * full-screen loader.
 */
function splashScript(): string {
  const words = Object.fromEntries(
    ['kr', 'en'].map((language) => {
      const file = path.join(import.meta.dirname, `../src/locales/${language}/auth.json`);
      const { signIn, lead } = JSON.parse(readFileSync(file, 'utf8')) as { signIn: { title: string }; lead: string };
      return [language, [signIn.title, lead]];
    }),
  );
  return `(function(){
var first=window.munjigiFirst,root=document.getElementById('root'),words=${JSON.stringify(words)}[first.lng];
if(!/^\\/auth\\/(?!jwt\\/sign-up)/.test(first.path)){
root.innerHTML='<div class="loading-screen" role="progressbar"><div class="loading-mark"><span></span></div></div>';
root.firstChild.ariaLabel=document.title;return}
root.innerHTML='<div class="auth"><div class="auth-picture"></div><main class="auth-card auth-card-early" aria-busy="true"><div class="auth-top"></div><h1></h1><p class="auth-lead"></p></main></div>';
root.querySelector('h1').textContent=words[0];root.querySelector('p').textContent=words[1];
})()`;
}

/** The chunk and all its imports, direct and indirect. */
function closure(
  chunk: Chunk | undefined,
  byFile: ReadonlyMap<string, Chunk>,
  visited = new Set<Chunk>(),
): readonly Chunk[] {
  if (chunk === undefined || visited.has(chunk)) return [];
  visited.add(chunk);
  for (const file of chunk.imports) closure(byFile.get(file), byFile, visited);
  return [...visited];
}
