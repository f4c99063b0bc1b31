/**
 * A real trace in which every text that a log may hold is hostile: the fields of the schema's tables, the events of
 * `secrets.ts`, the header, group ids, names of events and keys, records that are damaged. For tests of whatever shows or
 * writes a name.
 */
import { FIELD_CASES, type FieldCase } from './field-cases.ts';
import { readTrace } from './load.ts';
import { corpusPath } from './raw-trace.ts';
import { PLANTED } from './secrets.ts';

/** Of each kind of the list one or more: what a name turns around, hides in, ends a line with, or sends to a terminal. */
export const HOSTILE_PARTS: readonly string[] = [
  ...['\u202e', '\u2066', '\x1b[31m', '\x9b2J', '\u0007', '\0', '\x7f', '\u0085'],
  ...['\n::error::x', '\r', '\t', '\u2028', '\u2029##[error]', '\u200b', '\u200d', '\u00ad', '\ufeff'],
  ...['\ud800', '\u{e0041}', '\u061c'],
];
const HOSTILE = HOSTILE_PARTS.join('');

/** Hostile from its first character on, so that one that is cut is, too; markup ends it. */
export function hostileText(text: string): string {
  return `\u202e${text}${HOSTILE}<img src=x onerror="window.__hostile=1">`;
}

/** The list of the issue, and what no text may be cut into; without the emoji that keep some of it. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The places of a text at which a character stands that is not seen, with what is around it; empty for a clean one. */
export function unseenIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => UNSEEN.test(line))
    .map((line) => {
      const at = line.search(UNSEEN);
      return JSON.stringify(line.slice(Math.max(0, at - 80), at + 20)).replace(
        /[^ -~]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    });
}

type Json = { readonly [key: string]: unknown };
type Evil = (text: string) => string;

/** Without these a record is no event, or no packet, of its kind. */
const SHAPE: ReadonlySet<string> = new Set(['frame_type', 'packet_type', 'key_type', 'owner', 'type']);

/** Every text of a value. @param but keys whose texts stay. */
function withHostileTexts(value: unknown, evil: Evil, but: ReadonlySet<string>, key = ''): unknown {
  if (typeof value === 'string') return but.has(key) ? value : evil(value);
  if (Array.isArray(value)) return value.map((one) => withHostileTexts(one, evil, but, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withHostileTexts(inner, evil, but, name)]),
  );
}

/** An event of the case with the field as a hostile text, whatever its type. */
function hostileCase({ name, events, key, isOfFrame }: FieldCase, evil: Evil): readonly [string, Json] {
  const path = key.split('.');
  const last = path.at(-1) as string;
  const but = new Set([...SHAPE].filter((one) => one !== last));
  const data = withHostileTexts((events[1] as Json).data, evil, but) as Json;
  const put = (object: Json, [head = '', ...rest]: readonly string[]): Json => ({
    ...object,
    [head]: rest.length > 0 ? put((object[head] ?? {}) as Json, rest) : hostileValue(object[head], evil),
  });
  if (!isOfFrame) return [name, put(data, path)];
  const [first, second] = data.frames as readonly Json[];
  return [name, { ...data, frames: [first, put(second as Json, path)] }];
}

function hostileValue(value: unknown, evil: Evil): unknown {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
    ? value
    : evil(String(value));
}

/** @param evil makes a text hostile; one of the same text must be the same. */
export function hostileTrace(evil: Evil = hostileText): Uint8Array {
  const text = new TextDecoder().decode(readTrace(corpusPath('rtt100-l4s-cubic-buggy-s01.server.sqlog.gz')));
  const [, ...events] = text.split('\x1e').slice(1);
  const header = {
    ...{ qlog_version: evil('0.3'), qlog_format: 'JSON-SEQ', title: evil('quiche'), description: evil('d') },
    code_version: evil('1.2'),
    trace: {
      ...{ title: evil('quiche'), description: evil('d') },
      vantage_point: { type: 'server', name: evil('v') },
      configuration: { code_version: evil('1.2') },
      common_fields: {
        ...{ ODCID: evil('0d'), group_id: evil('group'), time_format: 'relative', reference_time: 0 },
        system_info: { name: evil('quiche 1.2') },
      },
    },
  };
  const planted: readonly Json[] = [
    ...FIELD_CASES.map((one) => hostileCase(one, evil)),
    ...PLANTED.map(([name, data]): readonly [string, unknown] => [name, withHostileTexts(data, evil, SHAPE)]),
    ...PLANTED.map(([name, data]): readonly [string, unknown] => [evil(name), { [evil('key')]: data }]),
    // Of all states this one lasts.
    ['recovery:congestion_state_updated', { old: evil('before'), new: evil('state'), trigger: evil('why') }],
  ].map(([name, data]) => ({ name, data }));
  const places = new Set([2, Math.floor(events.length / 2), events.length - 1]);
  const records = [JSON.stringify(header)];
  for (const [i, event] of events.entries()) {
    records.push(event.trim());
    if (!places.has(i)) continue;
    const time = Number(/"time":([\d.]+)/.exec(event)?.[1]);
    for (const one of planted) records.push(JSON.stringify({ time, ...one }));
    // What cannot be read is quoted: a token, and a name without a time.
    records.push(`{"x":${evil('broken')}}`, JSON.stringify({ time: 'x', name: evil('timeless'), data: {} }));
    // Another connection of the file.
    records.push(
      JSON.stringify({
        ...{ time, name: 'transport:packet_sent', group_id: evil('other') },
        data: { header: { packet_type: '1RTT', packet_number: i }, raw: { length: 1200 }, frames: [] },
      }),
    );
  }
  return new TextEncoder().encode(records.map((record) => `\x1e${record}\n`).join(''));
}
