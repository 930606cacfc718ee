import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reachOf, ROLES } from '../../../packages/contract/src/accounts/roles.ts';
import type { Plugin, Rolldown } from 'vite';
import { FIRST_REQUESTS } from '../src/app/first-requests.ts';
import { tokensCss } from '../src/ui/theme/tokens.ts';

type Chunk = Rolldown.OutputChunk;

/** The files that each first screen loads after the entry. The page's head requests them before the entry has run. */
const SCREENS = {
  visitor: { modules: ['/app/sign-in-app.tsx'], texts: ['common', 'auth'] },
  overview: {
    modules: [
      '/app/full-app.tsx',
      '/app/dashboard.tsx',
      '/app/screens/dashboard-home.tsx',
      '/ui/states/error-boundary.tsx',
    ],
    texts: ['common', 'navbar', 'settings', 'overview'],
  },
  signedIn: {
    modules: ['/app/full-app.tsx', '/app/dashboard.tsx', '/ui/states/error-boundary.tsx', '/session/screen-texts.ts'],
    texts: ['common', 'navbar', 'settings'],
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
        kr: filesOf(texts.map((name) => `/locales/${name}/kr.json`)),
        en: filesOf(texts.map((name) => `/locales/${name}/en.json`)),
      },
    ]),
  );
  // The detection order of i18next, as far as it is cheap to repeat here: a wrong guess costs only a few bytes.
  return `(function(){
var plan=${JSON.stringify(plan)},path=location.pathname.replace(/\\/$/,'')||'/dashboard',lng='';
try{lng=new URLSearchParams(location.search).get('lng')||(/(?:^|; )i18next=([^;]+)/.exec(document.cookie)||[])[1]||localStorage.getItem('i18nextLng')||sessionStorage.getItem('i18nextLng')||navigator.language||document.documentElement.lang;
if(path.indexOf('/dashboard')===0&&!sessionStorage.getItem('jwt_access_token'))path='/auth/jwt/sign-in';}catch(error){console.warn(error)}
window.munjigiFirst={path:path,lng:/^en/i.test(lng)?'en':'kr'};
${earlyScript()}
var screen=plan[path==='/auth/jwt/sign-in'?'visitor':path==='/dashboard'?'overview':path.indexOf('/dashboard/')===0?'signedIn':''];
if(screen)screen.modules.concat(screen[munjigiFirst.lng]).forEach(function(file){
var link=document.createElement('link');if(/css$/.test(file)){link.rel='stylesheet';link.setAttribute('blocking','render')}else link.rel='modulepreload';link.crossOrigin='';link.href='/'+file;document.head.append(link)});
})()`;
}

/** The roles that have an overview and may send all of its requests. */
function overviewRoles(): readonly string[] {
  return ROLES.filter((role) => FIRST_REQUESTS.every(({ capability }) => reachOf([role], capability) !== null));
}

/**
 * Sends the requests of the overview as soon as it is known who is signed in. `munjigiFirst.person` resolves with the
 * person, or with nothing on other screens and for people without an overview.
 */
function earlyScript(): string {
  const requests = FIRST_REQUESTS.map(({ path: address, isOfAllStores = false }) => [address, isOfAllStores]);
  return `var early=window.munjigiEarly;
if(early&&path==='/dashboard')munjigiFirst.person=early.replies['/api/v2/auth/me'].then(function(reply){return reply.ok?reply.clone().json():null}).then(function(me){
var product=me&&me.products[0];
if(!product||!me.roles.some(function(role){return ${JSON.stringify(overviewRoles())}.indexOf(role)>=0}))return;
var named=new URLSearchParams(location.search).get('store'),only=me.stores.length===1?me.stores[0]:me.stores.find(function(store){return store.id===named});
${JSON.stringify(requests)}.forEach(function(request){
var url='/api/v2/'+encodeURIComponent(product.slug)+'/'+request[0];
if(only&&!request[1])url+=(/[?]/.test(url)?'&':'?')+'storeId='+only.id;
early.send(url)});return me}).catch(function(error){console.warn(error)});`;
}

/**
 * Shows content while the code of the page loads: to a visitor on sign-in the heading and lead of the form, on the
 * overview the frame with its heading once the person is known, elsewhere the full-screen loader.
 */
function splashScript(): string {
  const read = (language: string, name: string) =>
    JSON.parse(
      readFileSync(path.join(import.meta.dirname, `../src/locales/${name}/${language}.json`), 'utf8'),
    ) as Record<string, string> & { signIn: { title: string } };
  const words = Object.fromEntries(
    ['kr', 'en'].map((language) => {
      const [auth, overview] = [read(language, 'auth'), read(language, 'overview')];
      return [language, [auth.signIn.title, auth['lead'], overview['title'], overview['lead']]];
    }),
  );
  return `(function(){
var first=window.munjigiFirst,root=document.getElementById('root'),words=${JSON.stringify(words)}[first.lng];
function write(heading,lead){root.querySelector('h1').textContent=heading;root.querySelector('h1+p').textContent=lead}
if(!window.munjigiEarly&&/^\\/auth\\/(?!jwt\\/sign-up)/.test(first.path)){
root.innerHTML='<div class="auth"><div class="auth-picture"></div><main class="auth-card auth-card-early" aria-busy="true"><div class="auth-top"></div><h1></h1><p class="auth-lead"></p></main></div>';
write(words[0],words[1]);return}
root.innerHTML='<div class="loading-screen" role="progressbar" data-testid="loading-screen"><div class="loading-mark"><span></span></div></div>';
var loader=root.firstChild;loader.ariaLabel=document.title;
if(first.person)first.person.then(function(me){
if(!me||root.firstChild!==loader)return;
var kept={};try{kept=JSON.parse(localStorage.getItem('app-settings')||'{}')}catch(error){console.warn(error)}
root.innerHTML='<div class="shell" aria-hidden="true"><aside class="sidebar"></aside><div class="shell-main"><div class="header-place"></div><div class="content"><div class="overview"><header class="page-header"><div><h1></h1><p></p></div></header></div></div></div></div>';
var shell=root.firstChild;shell.dataset.nav=kept.navLayout||'vertical';
root.querySelector('.content').dataset.compact=kept.compactLayout!==false;
if(kept.navLayout==='horizontal')root.querySelector('aside').remove();
write(words[2],words[3])})
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
