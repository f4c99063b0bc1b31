/**
 * Yields to the event loop during long work, so that pending messages are handled. A message channel has no minimum
 * delay, unlike a timer.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
