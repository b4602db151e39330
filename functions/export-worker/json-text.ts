/**
 * JSON that is longer than it should be in memory: an object whose last field is a list. The records are written
 * between `head` and `tail`, each as `jsonElements` tells it.
 */
export function jsonFrame(fields: object, list: string): { head: string; tail: string } {
  const start = JSON.stringify(fields).slice(0, -1);
  return { head: `${start},${JSON.stringify(list)}:[`, tail: '\n]}\n' };
}

/** The elements of a list as texts that follow one another, a line each. */
export function jsonElements(): (value: unknown) => string {
  let separator = '\n';
  return (value) => {
    const text = `${separator}${JSON.stringify(value)}`;
    separator = ',\n';
    return text;
  };
}
