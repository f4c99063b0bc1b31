/** The same records in each of the three containers. */

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
