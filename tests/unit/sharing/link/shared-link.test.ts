/** Which address a link begins with, and who can open it: by kinds of addresses, and by what the link names. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Reach, reachOf } from '../../../../src/sharing/link/reach.ts';
import { reachWords, referenceReachWords } from '../../../../src/sharing/link/reach-words.ts';
import { publicAddressOf, sharedLink } from '../../../../src/sharing/link/shared-link.ts';

const SHA = '0'.repeat(64);

/** Hosts of each kind, at both ends of their blocks, and the nearest ones outside. */
const HOSTS: { readonly [reach in Exclude<Reach, 'file'>]: readonly string[] } = {
  machine: [
    ...['localhost', 'localhost.', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.255.255.254', '0.0.0.0'],
    // As browsers write them: 127.0.0.1.
    ...['127.1', '0x7f000001', '2130706433', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    '[64:ff9b::127.0.0.1]',
  ],
  network: [
    ...['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    ...['169.254.0.0', '169.254.255.255', '100.64.0.0', '100.127.255.255'],
    ...[
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.77',
      '198.18.0.1',
      '198.19.255.255',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['[fc00::1]', '[fdff:ffff::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]'],
    ...['[::ffff:10.0.0.7]', '[::ffff:c0a8:1]', '[64:ff9b::10.0.0.7]'],
    ...[
      'build-17',
      'laptop.local',
      'LAPTOP.LOCAL.',
      'qlog.internal',
      'qlog.internal.',
      'nas.home.arpa',
      'viewer.corp',
    ],
    ...['a.b.lan', 'x.test', 'x.invalid'],
  ],
  public: [
    ...[
      'qlogscope.dev',
      'qlogscope.dev.',
      'someone.github.io',
      'local.dev',
      'localhost.dev',
      'notlocalhost.com',
    ],
    ...['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...[
      '169.253.255.255',
      '169.255.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '1.1.1.1',
    ],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '[2606:4700::1111]', '[fbff::1]', '[fe00::1]'],
    ...['[2001:db9::1]', '[::ffff:1.1.1.1]', '[64:ff9b::1.1.1.1]', '[::1:1]'],
  ],
};

describe.each(Object.entries(HOSTS))('%s', (reach, hosts) => {
  it.each(hosts)('%s', (host) => {
    for (const scheme of ['http', 'https'])
      expect(reachOf(`${scheme}://${host}:8443/qlog/?a=b#v=2`)).toBe(reach);
  });
});

it.each([
  ['file:///home/bob/dist/index.html', 'file'],
  ['about:blank', 'machine'],
  ['blob:https://qlogscope.dev/1', 'machine'],
  ['', 'machine'],
])('%s', (href, reach) => expect(reachOf(href)).toBe(reach));

const AT: { readonly [reach in Reach]: string } = {
  public: 'https://qlogscope.dev/app/?token=abc#v=1',
  network: 'http://10.0.0.7/qlog/',
  machine: 'http://127.0.0.1:7567/',
  file: 'file:///home/bob/dist/index.html',
};
const REACHES = Object.keys(AT) as Reach[];
const PUBLIC = 'https://qlog.public.dev/';

describe.each(REACHES)('a page that is %s', (reach) => {
  const own = AT[reach];
  const [page] = own.split('?');
  const link = sharedLink('v=2&example=reno', { own, publicUrl: null, store: null });

  it('makes links that begin with it, and says who can open them', () => {
    expect(link).toMatchObject({ url: `${page}#v=2&example=reno`, reach, cause: 'page' });
    expect(reachWords(link) === '').toBe(reach === 'public');
  });

  it('tells its address in texts only where that is public', () => {
    expect(link.reference).toBe(`${reach === 'public' ? page : ''}#v=2&example=reno`);
    expect(referenceReachWords(link)).toBeNull();
  });

  it('makes links that begin with a public address that is set', () => {
    const set = sharedLink('v=2&example=reno', { own, publicUrl: PUBLIC, store: null });
    expect(set).toMatchObject({ url: `${PUBLIC}#v=2&example=reno`, reference: set.url, reach: 'public' });
  });
});

it('each kind has words of its own', () => {
  const words = REACHES.map((reach) =>
    reachWords(sharedLink('', { own: AT[reach], publicUrl: null, store: null })),
  );
  expect(words).toEqual([
    '',
    'The link leads to 10.0.0.7, an address of a private network: it opens in your network only.',
    'The link leads to 127.0.0.1:7567: it opens on this machine only.',
    'The link leads to a file of this machine: it opens on this machine only.',
  ]);
});

describe('a link that names something that is not public', () => {
  const open = (fragment: string, store: string | null = null, own = AT.public) =>
    sharedLink(fragment, { own, publicUrl: own === AT.public ? null : PUBLIC, store });

  it('opens as far as its trace does, unless it brings that along', () => {
    const fragment = 'v=2&src=http://localhost:8000/a.qlog&src=https://qlogs.dev/b.qlog';
    expect(open(fragment)).toMatchObject({ reach: 'machine', cause: 'trace', host: 'localhost:8000' });
    expect(referenceReachWords(open(fragment))).toContain('the machine that this was written on');
    expect(open('v=2&src=https://10.1.2.3/a.qlog')).toMatchObject({ reach: 'network', cause: 'trace' });
    expect(open('v=2&src=https://qlogs.dev/b.qlog').reach).toBe('public');
    expect(open(`${fragment}&d=AAAA`)).toMatchObject({ reach: 'public', cause: 'page' });
  });

  it.each([`sha=${SHA}`, `v=5&stored=${SHA}.gz`])(
    '%s opens as far as the store does, at the page that has it',
    (fragment) => {
      const local = open(fragment, 'http://127.0.0.1:7567/store/', AT.machine);
      expect(local).toMatchObject({ url: `${AT.machine}#${fragment}`, reach: 'machine' });
      expect(open(fragment, 'https://10.0.0.7/store/', AT.network).reach).toBe('network');
      expect(open(fragment, 'https://10.0.0.7/store/')).toMatchObject({ reach: 'network', cause: 'store' });
      // A store that everybody reaches is the public page's too.
      expect(open(fragment, 'https://s3.dev/qlogs/', AT.machine)).toMatchObject({
        ...{ url: `${PUBLIC}#${fragment}`, reach: 'public' },
      });
    },
  );
});

describe('a public address', () => {
  it.each([
    [' https://qlogscope.dev ', 'https://qlogscope.dev/'],
    ['https://qlogscope.dev/tools/qlog?x=1#v=2', 'https://qlogscope.dev/tools/qlog/'],
    ['https://qlogscope.dev/index.html', 'https://qlogscope.dev/index.html'],
    ['http://qlog.corp:8080/', 'http://qlog.corp:8080/'],
  ])('%s is %s', (text, url) => expect(publicAddressOf(text)).toEqual({ url }));

  it.each([
    ...['', 'qlogscope.dev', '/qlog/', 'ftp://qlogscope.dev/', 'file:///home/bob/', 'javascript:alert(1)'],
    ...[
      'https://user@qlogscope.dev/',
      'https://u:p@qlogscope.dev/',
      `https://qlogscope.dev/${'x'.repeat(500)}`,
    ],
    ...HOSTS.machine.map((host) => `http://${host}/`),
  ])('%s is none', (text) => expect(publicAddressOf(text)).toHaveProperty('refused'));
});

/** What asks for the page's own address, and for what; a link is made by `sharedLink` alone. */
const ASKS: { readonly [file: string]: string } = {
  'backend/store-client.ts': 'whether the store is on the page’s own host',
  'embed/embedder.ts': 'whether an address names this page',
  'navigation/address.ts': 'the fragment that is followed',
  'navigation/link-traces.ts': 'whether a trace is on the page’s own host',
  'navigation/page-address.ts': 'the query that is moved into the fragment',
  'navigation/page-link.ts': 'whether there is a link to follow',
  'navigation/public-address.ts': 'the address that links begin with',
  'recents/offline.ts': 'to load the page again',
  'recents/recents-start.ts': 'the page without its fragment',
  'shell/parts.tsx': 'whether the fragment names a trace',
  'triage/open-listing.ts': 'whether a trace is on the page’s own host',
};

it('no other part of the page puts its own address before a link', () => {
  const folder = new URL('../../../../src/app/', import.meta.url).pathname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const asking = files.filter((name) =>
    /\b(?:location\.\w+|document\.(?:URL|location))/.test(readFileSync(`${folder}${name}`, 'utf8')),
  );
  expect(asking.map((name) => name.replace('features/', '')).sort()).toEqual(Object.keys(ASKS));
});
