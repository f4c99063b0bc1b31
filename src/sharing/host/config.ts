/**
 * What the host of the page configures, in `config.json` beside it: where its store of traces is, which origins may
 * embed the page, and where others have it. An external format, written by hand: what does not fit is named and passed over, the rest counts. A link
 * never says any of this.
 *
 *   { "version": 1,
 *     "store": { "base": "https://traces.example.com/", "sign": "https://sign.example.com/", "maxBytes": 1073741824 },
 *     "embed": { "origins": ["https://dashboard.example.com"] },
 *     "publicUrl": "https://qlog.example.com/", "links": 11 }
 */
import * as v from 'valibot';
import { mayBeFetched, originOf } from '../../drawing/view/origin';
import { ANSWER_BYTES } from '../../engine/input/bytes/answer-limits';
import { publicAddressOf } from '../link/shared-link';
import { CONFIG_FILE } from './policy';

export const CONFIG_VERSION = 1;
const MAX_ORIGINS = 100;

export interface StoreConfig {
  /** Absolute, with `/` at its end: objects are at `<base><name>`. */
  readonly base: string;
  /** Absolute URL of what presigns a PUT; null where objects are put at `<base><name>` itself. */
  readonly sign: string | null;
  /** Largest object that the store takes, bytes; null where the host says none. */
  readonly maxBytes: number | null;
}

export interface HostConfig {
  readonly store: StoreConfig | null;
  /** Origins that may embed the page and send it messages, as browsers write them. */
  readonly embedOrigins: readonly string[];
  /** What links begin with, as `publicAddressOf` gives it; null for the page's own address. */
  readonly publicUrl: string | null;
  /** The newest version of links that the page opens; null where that is not said. */
  readonly links: number | null;
}

export const NO_CONFIG: HostConfig = { store: null, embedOrigins: [], publicUrl: null, links: null };

export interface ReadConfig {
  readonly config: HostConfig;
  /** What does not fit, a sentence each. */
  readonly problems: readonly string[];
}

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(2000));
const Anything = v.custom<unknown>(() => true);
const Config = v.object({
  version: v.literal(CONFIG_VERSION),
  store: v.optional(Anything),
  embed: v.optional(Anything),
  publicUrl: v.optional(Anything),
  links: v.optional(Anything),
});
const Store = v.object({
  base: Text,
  sign: v.optional(v.nullable(Text), null),
  maxBytes: v.optional(v.nullable(v.pipe(v.custom<number>(Number.isSafeInteger), v.minValue(1))), null),
});
const Embed = v.object({ origins: v.custom<readonly unknown[]>(Array.isArray) });

/**
 * @param text of the file. @param page the page's own address, which relative addresses belong to.
 * @returns what could be read of it; never throws.
 */
export function readConfig(text: string, page: string): ReadConfig {
  const none = (problem: string): ReadConfig => ({ config: NO_CONFIG, problems: [problem] });
  if (text.length > ANSWER_BYTES.config) return none(`${CONFIG_FILE} is too long.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return none(`${CONFIG_FILE} is not JSON.`);
  }
  const read = v.safeParse(Config, value);
  if (!read.success) return none(`${CONFIG_FILE} has no "version": ${CONFIG_VERSION}.`);
  const problems: string[] = [];
  const { store, embed, publicUrl, links } = read.output;
  const config = {
    store: store === undefined ? null : storeOf(store, page, problems),
    embedOrigins: embed === undefined ? [] : originsOf(embed, problems),
    publicUrl: publicUrl === undefined ? null : publicUrlOf(publicUrl, problems),
    links: Number.isSafeInteger(links) ? (links as number) : null,
  };
  return { config, problems };
}

function storeOf(value: unknown, page: string, problems: string[]): StoreConfig | null {
  const read = v.safeParse(Store, value);
  if (!read.success) {
    problems.push(
      `The store of ${CONFIG_FILE} has no "base", or its "sign" or "maxBytes" is of another type.`,
    );
    return null;
  }
  const { base, sign, maxBytes } = read.output;
  const at = addressOf('base', base.endsWith('/') ? base : `${base}/`, page, problems);
  const signer = sign === null ? null : addressOf('sign', sign, page, problems);
  if (at === null || (sign !== null && signer === null)) return null;
  return { base: at, sign: signer, maxBytes };
}

/** @returns an absolute URL that may be fetched, or null, said why. */
function addressOf(name: string, text: string, page: string, problems: string[]): string | null {
  const of = `The "${name}" of the store in ${CONFIG_FILE}`;
  const url = URL.canParse(text, page) ? new URL(text, page) : null;
  const isBare =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === null || !isBare) {
    problems.push(
      `${of} is no plain address: it holds a user name, a query or a fragment, or is none at all.`,
    );
    return null;
  }
  if (url.origin === new URL(page).origin || mayBeFetched(url)) return url.href;
  problems.push(
    `${of} is plain http on another host, ${url.host}: traces would cross the network unencrypted, and the page's policy (connect-src) does not let it connect there. Use https.`,
  );
  return null;
}

function publicUrlOf(value: unknown, problems: string[]): string | null {
  const given = publicAddressOf(typeof value === 'string' ? value : '');
  if ('url' in given) return given.url;
  problems.push(`The "publicUrl" of ${CONFIG_FILE} cannot be the beginning of links. ${given.refused}`);
  return null;
}

function originsOf(value: unknown, problems: string[]): readonly string[] {
  const read = v.safeParse(Embed, value);
  if (!read.success) {
    problems.push(`The "embed" of ${CONFIG_FILE} has no list "origins".`);
    return [];
  }
  const { origins } = read.output;
  if (origins.length > MAX_ORIGINS)
    problems.push(
      `The "embed" of ${CONFIG_FILE} lists more than ${MAX_ORIGINS} origins; the first ones count.`,
    );
  return origins.slice(0, MAX_ORIGINS).flatMap((one) => {
    const isOrigin =
      typeof one === 'string' && URL.canParse(one) && mayBeFetched(new URL(one)) && originOf(one) === one;
    if (isOrigin) return [one];
    problems.push(
      `${JSON.stringify(one)?.slice(0, 200)} in the "embed" of ${CONFIG_FILE} is no origin: scheme, host and port without a path, https or http on this machine.`,
    );
    return [];
  });
}
