/** The view of a set with another trace as its lead. Apart from `set-view.ts`, since it is needed when traces are compared only. */
import { type Lane, laneOf, type SetView, shifted } from './set-view';

/** That trace and the former lead change places and styles; all are moved so that the new lead has offset 0. */
export function ledBy(view: SetView, trace: string): SetView {
  const lane = laneOf(view, trace);
  const [lead] = view.lanes;
  if (lane === undefined || lead === undefined || lane === lead) return view;
  const by = -lane.offsetUs;
  const lanes = view.lanes.map((other): Lane => {
    const placed = other === lead ? lane : other === lane ? lead : other;
    const { style } = other;
    return { trace: placed.trace, offsetUs: placed.offsetUs + by + 0, style };
  });
  const { range, selection, pinnedUs } = view;
  return {
    ...view,
    lanes,
    range: range && shifted(range, by),
    selection: selection && shifted(selection, by),
    pinnedUs: pinnedUs === null ? null : pinnedUs + by,
  };
}
