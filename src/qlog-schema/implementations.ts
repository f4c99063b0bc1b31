/**
 * Identifies the implementation that wrote a file. Most name themselves in a title, a description or the name of the
 * vantage point; some do not and are recognised by the shape of their header only: that is marked as a guess.
 *
 * Not here: the consequences (quirks.ts).
 */
import { asArray, asObject, asText, type JsonObject } from './values';

export interface Implementation {
  readonly name: string;
  readonly version: string | null;
  /** Recognised by the shape of the file, not by a name in it. */
  readonly guessed: boolean;
  /** How it was recognised, as part of a sentence. */
  readonly reason: string;
}

/** Names of implementations in headers; the first match in a text is used. */
const NAMES: readonly (readonly [string, RegExp])[] = [
  ['quic-go', /\bquic-go\b/],
  ['x/net/quic', /\bgo quic\b|x\/net\/quic/],
  ['aioquic', /\baioquic\b/],
  ['ngtcp2', /\bngtcp2\b/],
  ['picoquic', /\bpicoquic\b/],
  ['mvfst', /\bmvfst\b|\bproxygen\b/],
  ['quiche', /\bquiche\b/],
  ['gm-quic', /\bgm-quic\b|\bdquic\b/],
  ['tquic', /\btquic\b/],
  ['xquic', /\bxquic\b/],
  ['lsquic', /\blsquic\b/],
  ['s2n-quic', /\bs2n-quic\b/],
  ['msquic', /\bmsquic\b/],
  ['quicly', /\bquicly\b|\bh2o\b/],
  ['zquic', /\bzquic\b/],
  ['quicX', /\bquicx\b/],
  ['haskell-quic', /\bhaskell\b.*\bquic\b/],
  ['erlang_quic', /\berlang_quic\b/],
  ['openssl', /\bopenssl\b/],
  ['quinn', /\bquinn\b/],
  ['neqo', /\bneqo\b/],
  ['kwik', /\bkwik\b/],
  ['nginx', /\bnginx\b/],
  ['noq', /\bnoq\b/],
  ['quant', /\bquant\b/],
  ['quic-trace', /\.qtr\b|quictrace/],
  ['pcap2qlog', /\bpcap2?(qlog)?\b/],
];

interface Hint {
  readonly name: string;
  readonly reason: string;
  readonly fits: (file: JsonObject, trace: JsonObject) => boolean;
}

const commonOf = (trace: JsonObject): JsonObject | null => asObject(trace.common_fields);

/** Shapes of headers without a name, from files of these stacks. */
const HINTS: readonly Hint[] = [
  {
    name: 'noq',
    reason: 'a reference time with an empty clock type and epoch, no qlog version and no event schemas',
    // The result changes how its ACK ranges are read: all of these conditions are required.
    fits: (file, trace) => {
      const reference = asObject(commonOf(trace)?.reference_time);
      const empty = reference !== null && reference.clock_type === '' && reference.epoch === '';
      const schemas = asArray(trace.event_schemas);
      return empty && file.qlog_version === undefined && schemas?.length === 0;
    },
  },
  {
    name: 'tquic',
    reason: 'a description that begins with id=CLIENT- or id=SERVER-',
    fits: (file) => /^id=(CLIENT|SERVER)-/.test(asText(file.description) ?? ''),
  },
  {
    name: 'gm-quic',
    reason: 'a title that is the name of its own .sqlog file',
    fits: (file, trace) =>
      /^[0-9a-f]+_(client|server)\.sqlog$/.test(asText(file.title) ?? '') && commonOf(trace) === null,
  },
  {
    name: 'quinn',
    reason: 'an unknown vantage point beside a time offset, without common fields',
    fits: (_, trace) =>
      asObject(trace.vantage_point)?.type === 'unknown' &&
      asObject(trace.configuration)?.time_offset === 0 &&
      commonOf(trace) === null,
  },
  {
    name: 'aioquic',
    reason: 'a contained file whose only common fields are the ODCID, with or without a reference time',
    fits: (file, trace) => {
      const keys = Object.keys(commonOf(trace) ?? {}).sort();
      const old = file.qlog_version === 'draft-01' && keys.join() === 'ODCID,reference_time';
      return file.title === undefined && (keys.join() === 'ODCID' || old);
    },
  },
];

/** Namespaces that only one stack writes, for files whose header does not identify it. */
const VENDOR_NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['mvfst', 'mvfst'],
  ['quicx', 'quicX'],
]);

function versionAfter(text: string, name: RegExp): string | null {
  const match = name.exec(text);
  const after = match === null ? '' : text.slice(match.index + match[0].length);
  return /^[\s/v-]*(\d+(?:\.\d+)+)/.exec(after)?.[1] ?? null;
}

function statedVersion(file: JsonObject, trace: JsonObject | null): string | null {
  return (
    asText(file.code_version) ??
    asText(asObject(trace?.configuration)?.code_version) ??
    asText(asObject(file.configuration)?.code_version)
  );
}

/** @param trace the trace object inside the header, null when there is none. */
export function recogniseImplementation(file: JsonObject, trace: JsonObject | null): Implementation | null {
  const version = statedVersion(file, trace);
  const system = asObject(asObject(trace?.common_fields)?.system_info);
  const texts: readonly (readonly [string, string | null])[] = [
    ['title', asText(file.title)],
    ["trace's title", asText(trace?.title)],
    ['description', asText(file.description)],
    ["trace's description", asText(trace?.description)],
    ["vantage point's name", asText(asObject(trace?.vantage_point)?.name)],
    ['code version', version],
    ['system information', asText(system?.name) ?? asText(system?.implementation)],
  ];
  for (const [place, text] of texts) {
    const lower = text?.toLowerCase() ?? '';
    const match = NAMES.find(([, pattern]) => pattern.test(lower));
    if (match === undefined) continue;
    const [name, pattern] = match;
    const reason = `its ${place} names it`;
    return { name, version: versionAfter(lower, pattern) ?? version, guessed: false, reason };
  }
  const hint = trace === null ? undefined : HINTS.find(({ fits }) => fits(file, trace));
  if (hint === undefined) return null;
  return { name: hint.name, version, guessed: true, reason: hint.reason };
}

/** The stack to which a logged event name belongs, null for any other name. */
export function implementationOfEvent(name: string): Implementation | null {
  const namespace = name.slice(0, Math.max(0, name.indexOf(':'))).toLowerCase();
  const vendor = VENDOR_NAMESPACES.get(namespace);
  if (vendor === undefined) return null;
  return { name: vendor, version: null, guessed: true, reason: `events in its own namespace ${namespace}:` };
}
