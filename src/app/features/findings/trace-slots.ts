/** The findings' parts of the trace screen. */
import type { TraceSlots } from '../../workbench/slots';
import { ChosenMark } from './chosen-mark';
import { FindingBars } from './finding-bars';
import { Findings } from './findings';
import { Headline } from './headline';
import { HeldBy } from './held-by';
import { PageTitle } from './page-title';
import '../../workbench/styles';
import './findings.css';

export const traceSlots: TraceSlots = {
  cards: [
    { place: 'top', part: 'The title of the tab', Content: PageTitle },
    { place: 'headline', part: 'The headline', Content: Headline },
    { place: 'range', part: 'What is shaded', Content: ChosenMark },
    { place: 'side', part: 'What held it', Content: HeldBy },
    { place: 'side', part: 'The list of findings', Content: Findings },
  ],
  axisLayer: { id: 'findings', Content: FindingBars },
};
