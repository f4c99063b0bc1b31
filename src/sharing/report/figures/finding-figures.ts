/** The figure of page one: what held the sender, on top of its window over the whole trace, with the worst finding shaded. */
import { pictureOf, svgOf } from '../../../drawing/panels/lanes/exported-picture';
import type { SharedContext } from '../../../drawing/panels/lanes/redact-context';
import { pictureLane } from '../../../drawing/panels/limits/account-lane';
import type { PanelDefinition } from '../../../drawing/panels/panel';
import { missingOf, sidePanels } from '../../../drawing/panels/registry';
import type { Choices } from '../../../drawing/view/choices';
import type { Finding } from '../../../engine/findings/finding/finding';
import type { Figure } from '../document/document';
import { partsHeading } from '../words/account-words';
import { intervalWords } from '../words/finding-words';

/** Height of the plot, CSS pixels: two of them and the words share a page of A4. */
const HEIGHT_PX = 120;
/** The panel of page one, where the trace has it: what a sender's trace is about, and a receiver's. */
const ON_PAGE_ONE = { sender: 'congestion', receiver: 'received', unknown: 'congestion' } as const;

/** The panel that shows most of a finding: the window or what arrived, of a handshake that failed its packets, else the first that it names, else the first at all. */
function panelFor(
  { snapshot }: SharedContext,
  choices: Choices,
  finding: Finding | null,
): PanelDefinition | undefined {
  const all = sidePanels(choices, snapshot).filter((panel) => missingOf(panel, snapshot) === null);
  const ofFinding = finding?.panels ?? [];
  const usual = ON_PAGE_ONE[snapshot.summary.side];
  const named = finding?.id === 'handshake-failed' ? [...ofFinding, usual] : [usual, ...ofFinding];
  return named.flatMap((id) => all.filter((panel) => panel.id === id))[0] ?? all[0];
}

/**
 * @param whole context of the panels over the whole trace.
 * @param finding the worst one; null where there is no alarm.
 * @param id prefix of the ids in the pictures, unique per trace of a document.
 */
export function findingFigures(
  whole: SharedContext,
  choices: Choices,
  finding: Finding | null,
  id: string,
): readonly Figure[] {
  const panel = panelFor(whole, choices, finding);
  if (panel === undefined) return [];
  const sentence = panel.sentence(whole);
  const { legend, ...spec } = pictureOf(
    panel,
    { ...whole, finding: finding?.key ?? null },
    { height: panel.id === 'handshake' ? panel.height : HEIGHT_PX, subtitle: '' },
  );
  const { answer, snapshot } = whole;
  const { first: name } = partsHeading(snapshot.summary.side);
  const account = pictureLane({ answer, viewport: spec.viewport }, { name, palette: spec.palette });
  const onTop = `On top, what ${snapshot.summary.side === 'receiver' ? 'the receiver saw' : 'held the sender'}; below: `;
  const shaded = finding === null ? '' : ` Shaded: ${finding.title}, ${intervalWords(finding, snapshot)}.`;
  return [
    {
      panel: panel.id,
      title: panel.title,
      // What is clipped stands at its place.
      svg: svgOf(
        {
          ...spec,
          ...(account === null ? {} : { lane: account.lane }),
          legend: [...(account?.legend ?? []), ...legend],
          note: '',
        },
        `${id}-whole`,
        sentence,
      ),
      sentence,
      caption: `${account === null ? '' : onTop}${panel.title}, the whole trace.${shaded}`,
    },
  ];
}
