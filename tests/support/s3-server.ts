/** An S3-compatible server on this machine with one bucket, as docs/store sets it up, and the signer of docs/store on Node before it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AwsClient } from 'aws4fetch';
import { ensureS3Server } from '../../scripts/s3-server.mjs';
import { type SignerSettings, startSigner } from './signer.ts';

const BUCKET = 'qlog-traces';
const KEYS = { accessKeyId: 'qlogscope', secretAccessKey: 'only for tests on this machine' };
const docs = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/store/${name}`, import.meta.url)), 'utf8');

export interface S3Server {
  /** Where objects are read. */
  readonly base: string;
  /** Where a PUT is presigned. */
  readonly sign: string;
  /** What a signer of its objects is given. */
  readonly settings: SignerSettings;
  /** Names of the objects that are there. */
  names(): readonly string[];
  /** Asks the signer, as the page does. */
  signed(name: string, bytes: number): Promise<Response>;
  /** Writes other bytes under a name, as whoever has the disk could. */
  spoil(name: string, content: string): void;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilUp(url: string, process: ChildProcess): Promise<void> {
  for (let tries = 0; process.exitCode === null && tries < 600; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the S3 server did not start');
}

/** The rules of docs/store for a page of another origin, as the XML that S3 takes. */
function corsXml(pageOrigin: string): string {
  const { CORSRules } = JSON.parse(docs('cors.json')) as {
    CORSRules: readonly Record<string, readonly string[] | number>[];
  };
  const tags: Readonly<Record<string, string>> = {
    ...{ AllowedOrigins: 'AllowedOrigin', AllowedMethods: 'AllowedMethod', AllowedHeaders: 'AllowedHeader' },
    ...{ ExposeHeaders: 'ExposeHeader', MaxAgeSeconds: 'MaxAgeSeconds' },
  };
  const rules = CORSRules.map((rule) => {
    const lines = Object.entries({ ...rule, AllowedOrigins: [pageOrigin] }).flatMap(([key, value]) =>
      [value].flat().map((one) => `<${tags[key]}>${one}</${tags[key]}>`),
    );
    return `<CORSRule>${lines.join('')}</CORSRule>`;
  });
  return `<CORSConfiguration>${rules.join('')}</CORSConfiguration>`;
}

/** @param pageOrigin the origin that the bucket's CORS rules let in. */
export async function startS3Server(pageOrigin: string): Promise<S3Server> {
  const program = ensureS3Server();
  const folder = mkdtempSync(join(tmpdir(), 'qlogscope-s3-'));
  const objects = join(folder, 'objects');
  mkdirSync(objects);
  const port = await freePort();
  const server = spawn(program, ['--port', `127.0.0.1:${port}`, 'posix', objects], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...{ ROOT_ACCESS_KEY: KEYS.accessKeyId, ROOT_SECRET_KEY: KEYS.secretAccessKey },
      ...{ ROOT_ACCESS_KEY_ID: KEYS.accessKeyId, ROOT_SECRET_ACCESS_KEY: KEYS.secretAccessKey },
    },
  });
  const host = `http://127.0.0.1:${port}`;
  await untilUp(host, server);
  const admin = new AwsClient({ ...KEYS, region: 'us-east-1', service: 's3' });
  const bucket = `${host}/${BUCKET}`;
  const setUp = async (query: string, body?: string): Promise<void> => {
    const answer = await admin.fetch(`${bucket}${query}`, {
      method: 'PUT',
      ...(body !== undefined && {
        body,
        headers: { 'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64') },
      }),
    });
    if (!answer.ok) throw new Error(`PUT ${query}: ${answer.status} ${await answer.text()}`);
  };
  await setUp('');
  await setUp('?policy', docs('policy.json'));
  await setUp('?cors', corsXml(pageOrigin));
  const settings = {
    ...{ PAGE_ORIGIN: pageOrigin, BUCKET_URL: bucket, REGION: 'us-east-1' },
    ...{ ACCESS_KEY_ID: KEYS.accessKeyId, SECRET_ACCESS_KEY: KEYS.secretAccessKey },
  };
  const signing = await startSigner('Node', settings);
  return {
    base: `${bucket}/`,
    sign: signing.url,
    settings,
    names: () => readdirSync(join(objects, BUCKET)).filter((name) => !name.startsWith('.')),
    signed: (name, bytes) => fetch(signing.url, { method: 'POST', body: JSON.stringify({ name, bytes }) }),
    spoil: (name, content) => writeFileSync(join(objects, BUCKET, name), content),
    async close() {
      server.kill();
      await signing.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
