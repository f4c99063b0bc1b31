/** Resolves after the next paint; at once in a hidden page, which does not paint. */
export async function painted(): Promise<void> {
  if (!document.hidden) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
