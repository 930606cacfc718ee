import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '@munjigi/contract';
import { openApiDocument } from './openapi.ts';
import { setDocumentHeaders } from '../pages/web.ts';

interface ContractDocuments {
  /** The contract for programs, OpenAPI 3.1. */
  readonly json: string;
  /** The contract as a page for people, which needs no script (AP-5). */
  readonly page: string;
}

/** The files of the documents beside the bundle. */
export const CONTRACT_FILES = { json: 'openapi.json', page: 'api-docs.html' } as const;

/** Takes up to a second of processor time. */
export function renderContract(): ContractDocuments {
  const document = openApiDocument();
  return { json: JSON.stringify(document), page: renderPage(document as unknown as Document) };
}

let rendered: ContractDocuments | undefined;

/** The build has rendered the documents. A server that runs from its sources renders them for the first request. */
function readContract(): ContractDocuments {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
  if (rendered === undefined && existsSync(path.join(import.meta.dirname, CONTRACT_FILES.json)))
    rendered = { json: read(CONTRACT_FILES.json), page: read(CONTRACT_FILES.page) };
  return (rendered ??= renderContract());
}

export function serveDocs(http: FastifyInstance): void {
  http.get('/api/v2/openapi.json', (_request, reply) => reply.type('application/json').send(readContract().json));
  http.get('/api/docs', (_request, reply) => {
    setDocumentHeaders(reply);
    return reply.type('text/html; charset=utf-8').send(readContract().page);
  });
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );
const code = (value: unknown) => `<pre><code>${escape(JSON.stringify(value, null, 2))}</code></pre>`;

function renderPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Munjigi API</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Munjigi API</h1>
<p>OpenAPI 3.1: <a href="/api/v2/openapi.json">/api/v2/openapi.json</a>. Sign in at <code>POST /api/v2/auth/login</code> and send the token as
<code>Authorization: Bearer …</code>. Every refusal is RFC 9457 problem details; what each <code>code</code> means stands <a href="#problems">below</a>.</p>
<nav aria-label="Endpoints"><ul>${operations
    .map(
      ({ path, method, operation }) =>
        `<li><a href="#${operation.operationId}"><b>${method}</b> <code>${escape(path)}</code></a></li>`,
    )
    .join('')}</ul></nav>
</header>
<main>
${operations.map(renderOperation).join('\n')}
<section id="problems"><h2>Problems</h2><dl>${Object.entries(PROBLEMS)
    .map(([name, status]) => `<dt id="problem-${name}"><code>${name}</code></dt><dd>${status}</dd>`)
    .join('')}</dl></section>
${Object.entries(document.components?.schemas ?? {})
  .map(([name, schema]) => `<section id="schema-${escape(name)}"><h2>${escape(name)}</h2>${code(schema)}</section>`)
  .join('\n')}
</main>
</body>
</html>`;
}

function renderOperation({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = operation.parameters ?? [];
  return `<section id="${operation.operationId}">
<h2><b>${method}</b> <code>${escape(path)}</code></h2>
<p>${escape(operation.summary ?? '')}. ${escape(operation.description ?? '')}</p>
${
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Needed</th><th scope="col">Shape</th></tr></thead><tbody>${parameters
        .map(
          (parameter) =>
            `<tr><td><code>${escape(parameter.name)}</code></td><td>${parameter.in}</td><td>${parameter.required ? 'yes' : 'no'}</td><td><code>${escape(JSON.stringify(parameter.schema))}</code></td></tr>`,
        )
        .join('')}</tbody></table>`
}
${operation.requestBody ? `<details><summary>Body</summary>${code(Object.values(operation.requestBody.content)[0]?.schema)}</details>` : ''}
${Object.entries(operation.responses)
  .map(([status, response]) =>
    status === '200'
      ? `<details><summary>200</summary>${code(Object.values(response.content ?? {})[0]?.schema)}</details>`
      : `<p><b>${status}</b> ${response.description
          .split(', ')
          .map((part) => `<a href="#problem-${part}">${part}</a>`)
          .join(', ')}</p>`,
  )
  .join('\n')}
</section>`;
}

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d9d9df,#3a3a44);--soft:light-dark(#f6f6f8,#1c1c22)}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem 1rem 4rem;background:light-dark(#fff,#141418);color:light-dark(#1c1c22,#ececf1)}
a{color:light-dark(#a8470b,#ffa566)} code{font:0.9em/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.75rem;overflow:auto;max-height:28rem}
section{border-top:1px solid var(--line);margin-top:2rem;padding-top:.5rem} h2{font-size:1.05rem}
table{border-collapse:collapse;width:100%;table-layout:fixed} td,th{text-align:left;border-bottom:1px solid var(--line);padding:.35rem .5rem .35rem 0;vertical-align:top}
nav ul{list-style:none;padding:0;columns:2 22rem} summary{cursor:pointer;padding:.25rem 0} dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem} dd{margin:0}
@media(max-width:30rem){table,thead,tbody,tr,td{display:block}thead{display:none}}`;
