/**
 * Presigns the PUT of one object for five minutes; the page asks it before each upload (`"sign"` in its config.json).
 * Signed with the address: the name, "only where there is none", the length, and the SHA-256, which the store checks.
 * A `fetch` handler, as Cloudflare Workers, Deno, Bun and, through srvx, Node take it; README.md says how each starts it.
 * Whoever may ask it may write: serve it at `./sign` of the page, under the same sign-in.
 */
import { AwsClient } from 'aws4fetch';

const NAME = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/;
const MAX_BYTES = 1024 ** 3;
/** BUCKET_URL is with the bucket. */
const SETTINGS = ['PAGE_ORIGIN', 'BUCKET_URL', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'];

/**
 * Workers give the settings with each request; Node, Bun and Deno have them in the environment of the process, and give
 * nothing there, or something else (their server, the connection).
 */
function settingsOf(given) {
  const isGiven = SETTINGS.some((name) => typeof given?.[name] === 'string');
  return isGiven ? given : (globalThis.process?.env ?? {});
}

export default {
  async fetch(request, given) {
    const env = settingsOf(given);
    const missing = SETTINGS.filter((name) => !env[name]);
    if (missing.length > 0) {
      console.error(`The signer has no ${missing.join(', no ')}.`);
      return new Response('the signer is not set up: see its log', { status: 500 });
    }
    const cors = {
      'access-control-allow-origin': env.PAGE_ORIGIN,
      'access-control-allow-headers': 'content-type',
    };
    if (request.method === 'OPTIONS') return new Response(null, { headers: cors });
    const { name, bytes } = (await request.json().catch(() => null)) ?? {};
    const [, sha256] = NAME.exec(name) ?? [];
    if (sha256 === undefined || !(bytes > 0))
      return new Response('no object', { status: 400, headers: cors });
    if (bytes > MAX_BYTES) return new Response('too large', { status: 413, headers: cors });
    const client = new AwsClient({
      ...{ accessKeyId: env.ACCESS_KEY_ID, secretAccessKey: env.SECRET_ACCESS_KEY },
      ...{ region: env.REGION, service: 's3' },
    });
    const checksum = btoa(String.fromCharCode(...sha256.match(/../g).map((hex) => Number.parseInt(hex, 16))));
    const headers = { 'if-none-match': '*', 'x-amz-checksum-sha256': checksum };
    const signed = await client.sign(`${env.BUCKET_URL}/${name}?X-Amz-Expires=300`, {
      ...{ method: 'PUT', headers: { ...headers, 'content-length': String(bytes) } },
      aws: { signQuery: true, allHeaders: true },
    });
    return Response.json({ url: signed.url, headers }, { headers: cors });
  },
};
