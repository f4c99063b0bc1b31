/** The signer of docs/store on Node, as the document starts it, and on Workers; on Bun and Deno: tests/deep/signer.test.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import signer from '../../../docs/store/signer.mjs';
import { type RunningSigner, startSigner } from '../../support/signer.ts';

const SETTINGS = {
  ...{ PAGE_ORIGIN: 'https://qlog.example.com', BUCKET_URL: 'https://s3.example.com/qlog-traces' },
  ...{ REGION: 'eu-central-1', ACCESS_KEY_ID: 'key', SECRET_ACCESS_KEY: 'secret' },
};
const NAME = `${'0a'.repeat(32)}.gz`;
const signed = {
  headers: { 'if-none-match': '*', 'x-amz-checksum-sha256': Buffer.alloc(32, 10).toString('base64') },
  url: expect.stringMatching(
    new RegExp(
      `^https://s3\\.example\\.com/qlog-traces/${NAME}\\?.*X-Amz-SignedHeaders=content-length.*X-Amz-Signature=`,
    ),
  ),
};
const body = JSON.stringify({ name: NAME, bytes: 5 });

let onNode: RunningSigner;
beforeAll(async () => {
  onNode = await startSigner('Node', SETTINGS);
});
afterAll(() => onNode.close());

it('signs on Node with the settings of its environment, for the page’s origin', async () => {
  const answer = await fetch(onNode.url, { method: 'POST', body });
  expect(answer.headers.get('access-control-allow-origin')).toBe(SETTINGS.PAGE_ORIGIN);
  expect(await answer.json()).toEqual(signed);
  for (const other of ['', 'null', '{}', '{"name":"x.html","bytes":5}'])
    expect((await fetch(onNode.url, { method: 'POST', body: other })).status, other).toBe(400);
});

it('signs on Workers with the settings that each request brings', async () => {
  const request = new Request('https://qlog.example.com/sign', { method: 'POST', body });
  expect(await (await signer.fetch(request, SETTINGS)).json()).toEqual(signed);
});
