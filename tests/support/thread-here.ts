/** A further thread of the command line, in this one. */

import { type Answer, type Order, orderTaker, type Thread } from '../../src/node/cli/reading/threads.ts';
import { doWork, type Result, type Work } from '../../src/node/cli/thread-work.ts';

/** What it is given and answers is copied, as between threads. */
export function threadHere(onEnd: () => void): Thread {
  let onAnswer = (_: Answer<Result>): void => undefined;
  const takeOrder = orderTaker(doWork, (answer) => onAnswer(structuredClone(answer)));
  return {
    post: (order) => takeOrder(structuredClone(order) as Order<Work>),
    listen: (answer) => {
      onAnswer = answer;
    },
    end: onEnd,
  };
}
