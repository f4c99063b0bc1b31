/**
 * The digest of a trace at its worst alarm, for a row of a fleet: what the share dialog of the page makes, with nothing of it
 * reported but the name of the file, and small.
 */
import { closeUpRequest } from '../../../../drawing/panels/close-up/close-up-window';
import { missingOf, sidePanels } from '../../../../drawing/panels/registry';
import { DEFAULT_CHOICES } from '../../../../drawing/view/choices';
import type { Finding } from '../../../../engine/findings/finding/finding';
import { SHARE_NOTHING } from '../../../../engine/reading/contract/share-options';
import type { Snapshot, WindowAnswer } from '../../../../engine/reading/contract/snapshot';
import type { TraceSession } from '../../../../engine/service/answers/session';
import { surveyWindow } from '../../../../sharing/digest/coarsen';
import { SURVEYED_ROWS } from '../../../../sharing/digest/digest';
import { CLOSE_UP_COLUMNS, fitDigest, WHOLE_SHARE } from '../../../../sharing/digest/fit';
import { makeDigest, surveyedParts } from '../../../../sharing/digest/make';
import { fileOf } from '../../../../sharing/digest/pack';
import { formatLink } from '../../../../sharing/link/format';
import { EMPTY_LINK, EMPTY_VIEW } from '../../../../sharing/link/state';

/** Bytes of a digest in a row. */
const MAX_BYTES = 4096;
/** More columns do not fit. */
const COLUMNS = 512;
/** What is seen before and after the alarm, of its length. */
const AROUND = 1 / 4;

/**
 * @param snapshot of a connection with findings. @param fileName which its row tells too.
 * @returns null where it has no alarm, or no duration.
 */
export async function worstDigest(
  session: TraceSession,
  snapshot: Snapshot,
  fileName: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { extent, findings, connection } = snapshot;
  const finding = findings.find(({ severity }) => severity !== 'info');
  if (finding === undefined || extent.toUs <= extent.fromUs) return null;
  const shown = sidePanels(DEFAULT_CHOICES, snapshot).filter(({ digestRank }) => digestRank !== null);
  const [held, empty] = [
    shown.filter((panel) => missingOf(panel, snapshot) === null),
    shown.filter((panel) => missingOf(panel, snapshot) !== null),
  ];
  const needs = held.map(({ id, series, parts = [], digestRank: rank = null }) => ({
    id,
    series,
    parts,
    rank,
  }));
  const wanted = needs.flatMap(({ series }) => series);
  const ask = (range: Snapshot['extent'], columns: number): Promise<WindowAnswer> =>
    session.request('window', {
      connection,
      window: surveyWindow(range, columns),
      visible: range,
      series: snapshot.catalogue.map(({ id }) => id).filter((id) => wanted.includes(id)),
      parts: surveyedParts(needs),
      ...SURVEYED_ROWS,
      model: null,
    });
  const visible = rangeOf(finding, extent);
  const isWhole = visible.fromUs === extent.fromUs && visible.toUs === extent.toUs;
  const { key, closeUp } = finding;
  const digest = makeDigest({
    snapshot,
    visible,
    fine: await ask(visible, COLUMNS),
    whole: isWhole ? null : await ask(extent, COLUMNS / WHOLE_SHARE),
    closeUps:
      closeUp === null
        ? []
        : [
            {
              key,
              answer: await session.request('window', closeUpRequest(closeUp, connection, CLOSE_UP_COLUMNS)),
            },
          ],
    panels: { held: needs, empty: empty.map(({ id }) => id) },
    fileName,
    options: { ...SHARE_NOTHING, fileName: true },
    notes: [],
    outline: null,
    link: formatLink({
      ...EMPTY_LINK,
      view: { ...EMPTY_VIEW, range: isWhole ? null : visible, finding: key },
    }),
  });
  const [fitted = null] = fitDigest(digest, { needs, finding: key }, [MAX_BYTES]);
  return fitted === null ? null : fileOf(fitted.bytes);
}

/** The alarm and what is around it, whole µs. */
function rangeOf({ startUs, endUs }: Finding, { fromUs, toUs }: Snapshot['extent']): Snapshot['extent'] {
  const around = (endUs - startUs) * AROUND;
  const range = {
    fromUs: Math.max(fromUs, Math.floor(startUs - around)),
    toUs: Math.min(toUs, Math.ceil(endUs + around)),
  };
  return range.toUs > range.fromUs ? range : { fromUs, toUs };
}
