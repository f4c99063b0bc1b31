/** The steps of the store in the share dialog: what is chosen is made ready, shown, and put there on a second press. */
import { useEffect, useRef, useState } from 'react';
import { reachWords } from '../../../../sharing/link/reach-words';
import { isAbort } from '../../../backend/backend';
import { StoreFailure } from '../../../backend/store-client';
import { copyText } from '../../../controls/copy-button';
import { useApp } from '../../../controls/use-app';
import { pageLinks } from '../../../navigation/page-link';
import type { Steps } from './put-table';

export interface RunningStep {
  readonly step: 'making' | 'sending';
  readonly words: string;
  /** 0 to 1; null where it is not known. */
  readonly share: number | null;
}

export interface PutLink {
  readonly url: string;
  /** Who cannot open it, as a sentence; empty where it opens from anywhere. */
  readonly reach: string;
  readonly isCopied: boolean;
}

export type PutState<Ready> =
  | { readonly step: 'choosing' }
  | RunningStep
  | { readonly step: 'ready'; readonly ready: Ready }
  | ({ readonly step: 'there' } & PutLink)
  | { readonly step: 'failed'; readonly words: string };

const CHOOSING = { step: 'choosing' } as const;

export interface Putting<Ready> {
  /** Made on this device. */
  readonly make: (steps: Steps) => Promise<Ready>;
  /** @returns the fragment of the link to it. */
  readonly put: (ready: Ready, steps: Steps) => Promise<string>;
}

/** Begins again where what it is made of changes, and ends with the dialog. @param of what it is made of. */
export function usePut<Ready>({ make: made, put: sent }: Putting<Ready>, of: readonly unknown[]) {
  const app = useApp();
  const [state, setState] = useState<PutState<Ready>>(CHOOSING);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const cancel = (): void => {
    running.current.abort();
    setState(CHOOSING);
  };
  // What is ready was made with other ticks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it is made of
  useEffect(cancel, of);

  const run = (step: RunningStep['step'], task: (steps: Steps) => Promise<PutState<Ready>>): void => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const show = (next: PutState<Ready>): void => {
      if (!signal.aborted) setState(next);
    };
    show({ step, words: '', share: null });
    void app.activity.whileBusy(
      task({ signal, onStep: (words, share) => show({ step, words, share }) }).then(
        show,
        (error: unknown) => {
          if (!isAbort(error)) show({ step: 'failed', words: wordsOf(error) });
        },
      ),
    );
  };
  const make = (): void => run('making', async (steps) => ({ step: 'ready', ready: await made(steps) }));
  const put = (ready: Ready): void =>
    run('sending', async (steps) => {
      const fragment = { text: await sent(ready, steps) };
      const url = await app.feature(pageLinks).linkTo(fragment);
      const shared = app.feature(pageLinks).shared(fragment);
      const reach = shared === null ? '' : reachWords(shared);
      return { step: 'there', url, reach, isCopied: await copyText(url) };
    });
  return { state, make, put, cancel };
}

function wordsOf(error: unknown): string {
  if (error instanceof StoreFailure) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `It could not be read again (${reason}). If its file was changed or moved, open it again.`;
}
