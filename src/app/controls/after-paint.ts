/** What must not delay the page waits for its first paint. A hidden page does not paint: there nothing waits. */
export async function painted(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
