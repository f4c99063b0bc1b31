/**
 * The path between the two ends of a connection, and its handshake where that is long enough to be seen in the view: where two traces of
 * the set are of them and their packets match.
 */
import { type ReactNode, useMemo } from 'react';
import { handshake } from '../../../drawing/panels/handshake/handshake';
import { betweenEnds } from '../../../drawing/panels/lanes/between-ends';
import { handshakeEnds } from '../../../drawing/panels/lanes/handshake-ends';
import { laneLetter } from '../../../drawing/surface/lane-styles';
import { isMatched, type MatchedPackets } from '../../../engine/service/compare/packet-match';
import { useSelected, useStore } from '../../controls/use-store';
import { comparedWith } from '../../state/compare/actions';
import { setComparison } from '../../state/compare/set-comparison';
import type { OpenSet, OpenTrace } from '../../state/traces/open-trace';
import type { PlacedTrace } from '../../state/traces/trace-set';
import { SetPanel } from '../../workbench/panel/set-panel';
import type { TraceProps } from '../../workbench/slots';

/** The other end of the lead's connection, and its place in the set. */
interface OtherEnd {
  readonly match: MatchedPackets;
  readonly placed: PlacedTrace<OpenTrace>;
  readonly place: number;
}

/** The trace that the lead is compared with where it is the other end, else the first that is. */
function otherEnd(set: OpenSet): OtherEnd | null {
  const comparison = set.lead.feature(setComparison);
  const chosen = comparedWith(set);
  const ends = set.members.slice(1).flatMap((placed, i): OtherEnd[] => {
    const match = comparison.relatedOf(placed.trace)?.match ?? null;
    return isMatched(match) ? [{ match, placed, place: i + 1 }] : [];
  });
  return ends.find(({ placed }) => placed.trace === chosen) ?? ends[0] ?? null;
}

export function EndsCard({ trace: { set } }: TraceProps): ReactNode {
  const comparison = set.lead.feature(setComparison);
  useStore(comparison.parts);
  useStore(comparison.choice);
  const [lead] = useSelected(set.view, ({ lanes }) => lanes);
  const end = otherEnd(set);
  const [match, letter] = [end?.match, laneLetter(end?.place ?? 0)];
  const [styleA, styleB] = [lead?.style ?? 0, end?.placed.lane.style ?? 0];
  const definition = useMemo(
    () =>
      match === undefined
        ? null
        : betweenEnds(match, { letter: laneLetter(0), style: styleA }, { letter, style: styleB }),
    [match, letter, styleA, styleB],
  );
  const isLeadClient = useSelected(
    set.lead.snapshot,
    (snapshot) => snapshot?.summary.vantagePoint === 'client',
  );
  const ladder = useMemo(() => {
    const ends = [laneLetter(0), letter].map((one, i) => ({
      letter: one,
      isClient: isLeadClient === (i === 0),
    }));
    const [a, b] = ends;
    return match === undefined || a === undefined || b === undefined ? null : handshakeEnds(match, a, b);
  }, [match, letter, isLeadClient]);
  const isInView = useHandshakeInView(set);
  return (
    definition !== null && (
      <>
        <SetPanel set={set} definition={definition} />
        {ladder !== null && isInView && <SetPanel set={set} definition={ladder} />}
      </>
    )
  );
}

function useHandshakeInView({ lead, view }: OpenSet): boolean {
  const snapshot = useStore(lead.snapshot);
  return useSelected(
    view,
    ({ range }) => snapshot !== null && handshake.tooShort?.(snapshot, range ?? lead.extent) === null,
  );
}
