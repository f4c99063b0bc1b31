/** Opens the lab, or shows it again; with what a link asks for, which is run at once. */
import type { LinkLab } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import { Lab } from '../../state/lab';

export function showLab(app: AppState, asked: LinkLab | null): void {
  const there = app.lab.get();
  if (there === null || (asked !== null && !isSetTo(there, asked))) {
    there?.close();
    const start =
      asked === null ? {} : { scenario: asked.scenario, texts: asked.texts, seeds: seedsOf(asked) };
    const lab = new Lab(() => app.activity.changed(), start);
    app.lab.set(lab);
    if (asked !== null) runOnce(lab);
  }
  app.screen.set('lab');
  app.files.notify(null);
  app.files.showNone();
}

/** A step back in the history of the page asks for what is there. */
function isSetTo(lab: Lab, { scenario, texts, seeds }: LinkLab): boolean {
  const state = lab.state.get();
  const isInitial = (id: string): boolean =>
    String(lab.chosen?.fields.find((field) => field.id === id)?.initial) === state.texts[id]?.trim();
  const changed = Object.keys(state.texts).filter((id) => !isInitial(id));
  const isSame = (id: string): boolean => state.texts[id]?.trim() === texts[id];
  return (
    state.scenario === scenario &&
    changed.length === Object.keys(texts).length &&
    changed.every(isSame) &&
    state.seeds === (seeds === null ? null : String(seeds))
  );
}

function seedsOf({ seeds }: LinkLab): string | null {
  return seeds === null ? null : String(seeds);
}

/** Runs as soon as the fields are checked. */
function runOnce(lab: Lab): void {
  const end = lab.state.subscribe(() => {
    const { checked, problem } = lab.state.get();
    if (checked === null && problem === null) return;
    end();
    void lab.run();
  });
}

export function closeLab(app: AppState): void {
  app.lab.get()?.close();
  app.lab.set(null);
  app.screen.set(app.fleet.get() === null ? 'table' : 'fleet');
  const last = app.files.files.at(-1);
  if (last === undefined || app.table.get() !== null || app.fleet.get() !== null) app.activity.changed();
  else app.files.show(last);
}
