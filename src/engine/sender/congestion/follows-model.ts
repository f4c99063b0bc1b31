/** Whether a model of a loss-based controller tells the window. Apart from the models, for what is fetched without them. */
import type { ModelReport } from './model-report';

/**
 * The reductions that the nearest model predicts, and how many they must be. 17 senders of the shared traces that
 * losses drive: 0.74 at least, where they log no other sign; 29 that follow an estimate: 0.29 at most.
 */
const PREDICTED = { share: 0.5, reductions: 3 } as const;

/** A model is named, or predicts most reductions without being near enough to be named. */
export function followsModel({ fits, candidates }: ModelReport): boolean {
  return fits || isPredicted(candidates);
}

export function isPredicted([nearest]: ModelReport['candidates']): boolean {
  const { reductions = 0, reductionScore = 0 } = nearest ?? {};
  return reductions >= PREDICTED.reductions && reductionScore >= PREDICTED.share;
}
