/** Opens the lab, or shows it again; with what a link asks for, which is run at once. */
import type { LinkLab } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import { Lab } from '../../state/lab/lab';
import { EXPERIMENTS_PAGE } from '../../state/lab/lab-link';
import { LAB, labStore } from '../../state/lab/lab-store';

export function showLab(app: AppState, asked: LinkLab | null): void {
  const store = app.feature(labStore);
  const there = store.get();
  if (there === null || (asked !== null && !isSetTo(there, asked))) {
    there?.close();
    const isList = asked?.scenario === EXPERIMENTS_PAGE;
    const start =
      asked === null || isList ? {} : { scenario: asked.scenario, texts: asked.texts, seeds: seedsOf(asked) };
    const lab = new Lab(() => app.activity.changed(), start);
    if (isList) lab.show('experiments');
    store.set(lab);
    if (asked !== null && !isList) runOnce(lab);
  }
  app.files.notify(null);
  app.screens.show(LAB);
}

/** A step back in the history of the page asks for what is there. */
function isSetTo(lab: Lab, asked: LinkLab): boolean {
  const { scenario, texts, seeds } = lab.link;
  const ids = Object.keys(texts);
  return (
    scenario === asked.scenario &&
    ids.length === Object.keys(asked.texts).length &&
    ids.every((id) => texts[id] === asked.texts[id]) &&
    seeds === asked.seeds
  );
}

function seedsOf({ seeds }: LinkLab): string | null {
  return seeds === null ? null : String(seeds);
}

/** Runs as soon as the fields are checked. */
function runOnce(lab: Lab): void {
  const end = lab.state.subscribe(() => {
    const { checked, problem } = lab.state.get();
    const isExperiment = lab.page.get() === 'experiments';
    if (checked === null && problem === null && !isExperiment) return;
    end();
    // A card of an experiment was made to run where the link was understood.
    if (!isExperiment) void lab.run();
  });
}

export function closeLab(app: AppState): void {
  const store = app.feature(labStore);
  store.get()?.close();
  store.set(null);
  app.screens.leave();
}
