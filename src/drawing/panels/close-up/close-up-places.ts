/**
 * Places in the picture of a close-up: its numbers side by side above their times, and its arrows in rows, so that none
 * covers another.
 *
 *   x      |  ||       |         |
 *   marks [1][2][3]   [4]       [5]
 */

/** Marks that touch each other. */
interface Cluster {
  readonly first: number;
  readonly count: number;
  /** Sum of the wanted places of its marks, each without its offset in the cluster. */
  readonly sum: number;
}

/** Left edge of a cluster in [0, width]. */
function leftOf({ count, sum }: Cluster, stepPx: number, width: number): number {
  const left = sum / count - stepPx / 2;
  return Math.max(0, Math.min(left, width - count * stepPx));
}

/**
 * @param xs wanted centres, ascending.
 * @param stepPx distance of two neighbours that touch.
 * @returns centres within [0, width], ascending, at least `stepPx` apart and as near to the wanted ones as that leaves.
 */
export function placeMarks(xs: readonly number[], stepPx: number, width: number): readonly number[] {
  const clusters: Cluster[] = [];
  xs.forEach((x, i) => {
    let cluster: Cluster = { first: i, count: 1, sum: x };
    for (let last = clusters.at(-1); last !== undefined; last = clusters.at(-1)) {
      if (leftOf(last, stepPx, width) + last.count * stepPx <= leftOf(cluster, stepPx, width)) break;
      clusters.pop();
      // After the marks of the last one, each of this one wants to be so much further left.
      const sum = last.sum + cluster.sum - cluster.count * last.count * stepPx;
      cluster = { first: last.first, count: last.count + cluster.count, sum };
    }
    clusters.push(cluster);
  });
  return clusters.flatMap((cluster) => {
    const left = leftOf(cluster, stepPx, width);
    return Array.from({ length: cluster.count }, (_, i) => left + (i + 0.5) * stepPx);
  });
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Puts spans into rows in which none overlaps another.
 * @param spans the most important first.
 * @returns the row of each; −1 where none of `most` rows has room.
 */
export function rowsOf(spans: readonly Span[], most: number): readonly number[] {
  const rows: Span[][] = Array.from({ length: most }, () => []);
  return spans.map((span) => {
    const row = rows.findIndex((placed) =>
      placed.every(({ from, to }) => span.to <= from || span.from >= to),
    );
    rows[row]?.push(span);
    return row;
  });
}
