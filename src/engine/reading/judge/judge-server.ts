/** The judging thread's side: judges the sender of one connection from its feeds (congestion/sender-judge.ts). */
import { plainJudgement, SenderJudge } from '../../sender/congestion';
import type { FromJudge, ToJudge } from './messages';

/** What a worker has of its own thread. */
export interface JudgeScope {
  onmessage: ((event: MessageEvent<ToJudge>) => void) | null;
  postMessage(message: FromJudge, transfer: ArrayBuffer[]): void;
}

export function serveJudgements(scope: JudgeScope): void {
  const judge = new SenderJudge();
  scope.onmessage = ({ data }) => {
    if (data.type === 'feed') {
      const { run } = data.feed;
      scope.postMessage({ type: 'fed', run, isWrong: !judge.feed(data.feed) }, []);
      return;
    }
    const { run } = data.end;
    const judgement = judge.end(data.end);
    const { plain, buffers } = judgement === null ? NOTHING : plainJudgement(judgement);
    scope.postMessage({ type: 'judged', run, judgement: plain }, [...buffers]);
  };
  scope.postMessage({ type: 'ready' }, []);
}

const NOTHING = { plain: null, buffers: [] } as const;
