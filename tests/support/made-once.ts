/**
 * Fixtures that are dear to make, made once in a process and handed to all of its test files: whoever gets one changes nothing of it.
 * So many of a kind are kept, those that were asked for last.
 */
export function madeOnce<Key extends string, Made>(
  most: number,
  make: (key: Key) => Made,
): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.delete(key);
    made.set(key, known);
    for (const oldest of made.keys()) {
      if (made.size <= most) break;
      made.delete(oldest);
    }
    return known;
  };
}
