/**
 * Applies one step of a trace to one model. `follow` sets the model to the logged window after every logged reduction,
 * so that each epoch is scored separately; `free` does not do so from a chosen time on: the same sends, ACKs and losses
 * under another controller.
 *
 * Both are open loop: a model with a larger window does not change what was sent.
 */
import type { Controller } from './controller';
import { type SenderSteps, StepKind } from './sender-steps';

/** Applies step `index` to the model. @param free whether the model runs freely. */
export function applyStep(model: Controller, steps: SenderSteps, index: number, free: boolean): void {
  const nowUs = steps.timeUs.at(index);
  switch (steps.kind.at(index) as StepKind) {
    case StepKind.idleSend:
      model.sent({
        nowUs,
        lastSendUs: steps.a.at(index),
        lastAckUs: steps.b.at(index),
        smoothedRttUs: steps.rttUs.at(index),
      });
      return;
    case StepKind.ack:
      acknowledge([model], steps, index);
      return;
    case StepKind.loss:
      model.lost(nowUs, steps.a.at(index));
      return;
    case StepKind.reduction:
      if (free) reduceFreely(model, steps, index, nowUs);
      else restart(model, steps, index, nowUs);
      return;
    case StepKind.undo:
      model.undo();
      return;
    case StepKind.slowStartExit: {
      const cwndBytes = free ? model.cwndBytes : steps.a.at(index);
      if (free && model.region !== 'slow start') return;
      model.restart({ nowUs, priorCwndBytes: cwndBytes, cwndBytes, ssthreshBytes: cwndBytes });
      return;
    }
    case StepKind.window:
      return;
  }
}

/** Applies the ACK at `index` to models. */
export function acknowledge(models: readonly Controller[], steps: SenderSteps, index: number): void {
  // RFC 9002 §7.8: a window that is not used does not grow.
  if (steps.use.at(index) < steps.leastUse) return;
  const nowUs = steps.timeUs.at(index);
  const first = steps.a.at(index);
  const end = first + steps.b.at(index);
  const rttUs = steps.rttUs.at(index);
  const lookAheadUs = rttUs >= 0 ? rttUs : 0;
  for (let packet = first; packet < end; packet++) {
    const sentUs = steps.packetSentUs.at(packet);
    const bytes = steps.packetBytes.at(packet);
    for (const model of models) model.acked(nowUs, sentUs, bytes, lookAheadUs);
  }
}

function restart(model: Controller, steps: SenderSteps, index: number, nowUs: number): void {
  const cwndBytes = steps.b.at(index);
  const ssthresh = steps.c.at(index);
  model.restart({
    nowUs,
    priorCwndBytes: steps.a.at(index),
    cwndBytes,
    ssthreshBytes: ssthresh > cwndBytes ? ssthresh : cwndBytes,
  });
}

/** The log collapsed to slow start: so does the model. Any other reduction is a loss for it. */
function reduceFreely(model: Controller, steps: SenderSteps, index: number, nowUs: number): void {
  if (steps.c.at(index) > steps.b.at(index)) model.persistentCongestion(nowUs);
  else model.lost(nowUs, steps.d.at(index));
}
