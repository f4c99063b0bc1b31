/** What ACKs acknowledge and losses declare lost, from steps that are made by hand. */
import { expect, test } from 'vitest';
import { AckedSendsScan } from '../../../../../src/engine/sender/congestion/acked-sends.ts';
import { SenderSteps, StepKind, Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';

/** Two ACKs, each of one packet, a loss and a reduction of the window. */
function madeSteps(): SenderSteps {
  const steps = new SenderSteps();
  for (const timeUs of [100, 200]) {
    steps.packetSentUs.push(timeUs);
    steps.packetBytes.push(1200);
  }
  steps.push(StepKind.ack, 1100, [0, 1], 1000, Use.full);
  steps.push(StepKind.loss, 1150, [150], 1000, Use.full);
  steps.push(StepKind.ack, 1200, [1, 1], 1000, Use.full);
  steps.push(StepKind.reduction, 1250, [4000, 2000, 2000, 1250], 1000, Use.full);
  return steps;
}

test('each ACK and loss has the send time of its newest packet, and a reduction its own time', () => {
  const scan = new AckedSendsScan();
  scan.take(madeSteps(), 0, 4);
  const { ackedUs, ackedSentUs, lostUs, lostSentUs } = scan.sends;
  expect([...ackedUs, ...ackedSentUs]).toEqual([1100, 1200, 100, 200]);
  expect([...lostUs, ...lostSentUs]).toEqual([1150, 1250, 150, 1250]);
});

test('ACKs are counted by the use at them, from none', () => {
  const scan = new AckedSendsScan();
  expect(scan.acksByUse).toEqual([0, 0, 0]);
  scan.take(madeSteps(), 0, 4);
  const counts = [0, 0, 0];
  counts[Use.full] = 2;
  expect(scan.acksByUse).toEqual(counts);
});
