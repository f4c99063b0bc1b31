/**
 * Whether the parts of a digest that was read fit together: what its form cannot tell. A digest that passes can be
 * shown like a trace; one that does not is refused as damaged.
 */
import { numberOfId } from '../notes/note';
import { Unreadable } from './bytes';
import type { Digest } from './digest';

/** Times lie within ±30 years of the trace's start, as in a link. */
const MAX_TIME_US = 1e15;

function demand(holds: boolean, reason: string): void {
  if (!holds) throw new Unreadable(reason);
}

function isRange({ fromUs, toUs }: Digest['extent']): boolean {
  return fromUs >= -MAX_TIME_US && toUs <= MAX_TIME_US && fromUs < toUs;
}

/** @throws Unreadable */
export function check(digest: Digest): Digest {
  const { extent, visible, blocks, notes, findings, notFound, connection, catalogue } = digest;
  demand(isRange(extent), 'its trace has no length');
  demand(isRange(visible), 'its range has no length');
  demand(blocks.length > 0, 'it holds no columns');
  demand(connection.index < connection.count, 'its connection is none of the file');
  const isTime = (us: number): boolean => Math.abs(us) <= MAX_TIME_US;
  const inTime = findings.every(({ startUs, endUs }) => isTime(startUs) && isTime(endUs) && startUs <= endUs);
  demand(inTime, 'a finding in it has no place in time');
  const near = notFound.every(
    ({ startUs, endUs }) => Number.isNaN(startUs) || (isTime(startUs) && isTime(endUs)),
  );
  demand(near, 'a finding in it has no place in time');
  const once = new Set(findings.map(({ key }) => key)).size === findings.length;
  demand(once, 'two findings in it have one name');
  const ids = new Set(catalogue.map(({ id }) => id));
  demand(ids.size === catalogue.length, 'two series in it have one name');
  const noted = new Set(notes.map(({ id }) => id));
  demand(
    noted.size === notes.length && notes.every(({ id }) => numberOfId(id) > 0),
    'a note in it has no name',
  );
  const placed = notes.every(({ anchor }) => {
    if (anchor.kind === 'time') return isTime(anchor.timeUs);
    const { kind } = anchor;
    return (
      kind === 'finding' || (isTime(anchor.fromUs) && isTime(anchor.toUs) && anchor.fromUs <= anchor.toUs)
    );
  });
  demand(placed, 'a note in it has no place in time');
  for (const { window } of blocks) {
    const endUs = window.fromUs + window.columns * window.columnUs;
    demand(isTime(window.fromUs) && isTime(endUs), 'a window in it has no place in time');
  }
  return digest;
}
