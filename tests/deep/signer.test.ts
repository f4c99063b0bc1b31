/** The signer of docs/store wherever it runs, started as the document says: what it signs an S3-compatible server takes, once. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import signer from '../../docs/store/signer.mjs';
import { ensureJsRuntimes } from '../../scripts/js-runtimes.mjs';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { signerCommands, startSigner } from '../support/signer.ts';

let s3: S3Server;
let programs: string;
beforeAll(async () => {
  programs = ensureJsRuntimes();
  s3 = await startS3Server('https://qlog.example.com');
}, 900_000);
afterAll(() => s3?.close());

/** Those that are called and not started: they listen at no port of ours. */
const CALLED = 'Cloudflare Workers';

it('is documented for all four', () => {
  expect([...signerCommands().keys()]).toEqual(['Node', 'Bun', 'Deno', CALLED]);
});

it.each([...signerCommands().keys()])('what it signs on %s is put once', async (on) => {
  const content = `put from ${on}`;
  const name = `${createHash('sha256').update(content).digest('hex')}.bin`;
  const started = on === CALLED ? null : await startSigner(on, s3.settings, [programs]);
  try {
    const init = { method: 'POST', body: JSON.stringify({ name, bytes: content.length }) };
    const answer =
      started === null
        ? await signer.fetch(new Request('https://qlog.example.com/sign', init), s3.settings)
        : await fetch(started.url, init);
    expect(answer.status).toBe(200);
    const { url, headers } = await answer.json();
    const put = async (): Promise<number> =>
      (await fetch(url, { method: 'PUT', headers, body: content })).status;
    expect([await put(), await put()]).toEqual([200, 412]);
    expect(await (await fetch(`${s3.base}${name}`)).text()).toBe(content);
  } finally {
    await started?.close();
  }
});
