/**
 * Presigns the PUT of one object for five minutes; the page asks it before each upload (`"sign"` in its config.json).
 * Signed with the address: the name, "only where there is none", the length, and the SHA-256, which the store checks.
 * A `fetch` handler, as Cloudflare Workers, Deno and Bun take it; on Node through srvx or another adapter.
 * Whoever may ask it may write: serve it at `./sign` of the page, behind the same sign-in.
 */
import { AwsClient } from 'aws4fetch';

const NAME = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/;
const MAX_BYTES = 1024 ** 3;

export default {
  /** @param env PAGE_ORIGIN, BUCKET_URL (with the bucket), REGION, ACCESS_KEY_ID, SECRET_ACCESS_KEY. */
  async fetch(request, env) {
    const cors = {
      'access-control-allow-origin': env.PAGE_ORIGIN,
      'access-control-allow-headers': 'content-type',
    };
    if (request.method === 'OPTIONS') return new Response(null, { headers: cors });
    const { name, bytes } = await request.json().catch(() => ({}));
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
