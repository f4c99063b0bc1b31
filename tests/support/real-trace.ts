/** The beginning of a real trace, as it was written and in the other two containers. */
import { type ContainerName, contain } from './containers.ts';
import { readTrace } from './load.ts';
import { utf8 } from './split-all.ts';

const PATH = new URL('../../public/examples/rate-cubic-buggy-s03.server.sqlog.gz', import.meta.url).pathname;

/** Records of the first `bytes` of the example, the header first, without separators. */
function recordsOf(bytes: number): readonly string[] {
  const text = new TextDecoder().decode(readTrace(PATH).subarray(0, bytes));
  return text
    .split('\x1e')
    .slice(1, -1)
    .map((record) => record.trim());
}

/** About `bytes` of the example, whole records only, in the given container. */
export function realTrace(container: ContainerName, bytes: number): Uint8Array<ArrayBuffer> {
  const [header, ...events] = recordsOf(bytes);
  return utf8(contain(container, events, JSON.parse(header!)));
}
