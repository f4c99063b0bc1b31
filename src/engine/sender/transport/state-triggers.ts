/** Why the stack says that it entered a congestion state (`trigger` of congestion_state_updated): RFC 9002 §7.1, §7.6. */
import { StateTrigger } from '../../../qlog-schema';
import type { Series } from '../../base/columns/series';
import type { TransportState } from './transport';

/** Pushes a step only where it changes; a log without triggers has none. */
function step(series: Series, timeUs: number, value: 0 | 1): void {
  if (value !== (series.last || 0)) series.push(timeUs, value);
}

export class StateTriggers {
  readonly #series: TransportState['series'];

  constructor({ series }: TransportState) {
    this.#series = series;
  }

  /** A state begins. @param trigger a `StateTrigger`; NaN where the log gives none, or another one. */
  entered(timeUs: number, trigger: number): void {
    const { stateByPersistentCongestion, stateByEcn } = this.#series;
    step(stateByPersistentCongestion, timeUs, trigger === StateTrigger.persistentCongestion ? 1 : 0);
    step(stateByEcn, timeUs, trigger === StateTrigger.ecn ? 1 : 0);
  }
}
