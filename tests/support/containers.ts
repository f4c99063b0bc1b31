/** The same records in each of the containers, and files that hold several. */

export type ContainerName = 'JSON-SEQ' | 'JSON' | 'NDJSON';
export const CONTAINERS: readonly ContainerName[] = ['JSON-SEQ', 'JSON', 'NDJSON'];

const HEADER = {
  qlog_version: '0.3',
  trace: { vantage_point: { type: 'server' }, common_fields: { time_format: 'relative' } },
};

/** Joins records that are already text, so that tests can damage them first. */
export function contain(
  container: ContainerName,
  events: readonly string[],
  header: { readonly trace?: unknown; readonly [key: string]: unknown } = HEADER,
): string {
  switch (container) {
    case 'JSON-SEQ':
      return [JSON.stringify(header), ...events].map((record) => `\x1e${record}\n`).join('');
    case 'NDJSON':
      return [JSON.stringify(header), ...events].map((record) => `${record}\n`).join('');
    case 'JSON': {
      const { trace, ...file } = header;
      const outer = JSON.stringify({ ...file, traces: [{ ...(trace as object), events: [] }] });
      return outer.replace(/\]\}\]\}$/, () => `${events.join(',')}]}]}`);
    }
  }
}

/** A contained document with several traces; each is its list of events, as text. */
export function containTraces(traces: readonly (readonly string[])[]): string {
  const inner = traces.map(
    (events, i) => `{"vantage_point":{"name":"trace ${i}"},"events":[${events.join(',')}]}`,
  );
  return `{"qlog_version":"0.3","traces":[${inner.join(',')}]}`;
}

/** How a sequence may be written: what stands before and after each record. */
export const SEQUENCE_STYLES: readonly {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly pretty: boolean;
}[] = [
  { name: 'RS and LF', before: '\x1e', after: '\n', pretty: false },
  { name: 'RS and CRLF', before: '\x1e', after: '\r\n', pretty: false },
  { name: 'RS without LF', before: '\x1e', after: '', pretty: false },
  { name: 'several RS in a row', before: '\x1e\x1e\n\x1e', after: '\n', pretty: false },
  { name: 'RS, pretty-printed', before: '\x1e', after: '\n', pretty: true },
  { name: 'LF', before: '', after: '\n', pretty: false },
  { name: 'CRLF', before: '', after: '\r\n', pretty: false },
  { name: 'nothing between', before: '', after: '', pretty: false },
  { name: 'commas and LF', before: '', after: ',\n', pretty: false },
  { name: 'LF, pretty-printed', before: '', after: '\n', pretty: true },
  { name: 'nothing between, pretty-printed', before: '', after: '', pretty: true },
];
