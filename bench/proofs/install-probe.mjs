import { readFileSync } from 'node:fs';
import { request } from 'node:https';

/**
 * Signs in over TLS as a browser would, and prints what it saw as JSON: `node bench/proofs/install-probe.mjs CA HOST EMAIL
 * PASSWORD`. It runs in the network of an installed system, so HOST leads to the loopback.
 */
const [ca, host, email, password] = process.argv.slice(2);

function send(path, { method = 'GET', headers = {}, body, isStream = false } = {}) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: 443, servername: host, path, method, ca: readFileSync(ca) };
    const call = request({ ...options, headers: { host, 'content-type': 'application/json', ...headers } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk) => {
        text += chunk;
        // An event stream does not end: its first bytes are enough.
        if (isStream) finish();
      });
      const finish = () => {
        call.destroy();
        resolve({ status: reply.statusCode, headers: reply.headers, text });
      };
      reply.on('end', finish);
    });
    call.on('error', reject);
    call.end(body);
  });
}

const page = await send('/');
const signIn = await send('/api/v2/auth/login', { method: 'POST', body: JSON.stringify({ email, password }) });
const { accessToken } = JSON.parse(signIn.text);
const headers = { authorization: `Bearer ${accessToken}` };
const me = await send('/api/v2/auth/me', { headers });
const events = await send('/api/v2/playroom/events', { headers, isStream: true });
console.log(
  JSON.stringify({
    page: page.status,
    signIn: signIn.status,
    me: me.status,
    events: events.status,
    strictTransport: page.headers['strict-transport-security'] ?? null,
  }),
);
