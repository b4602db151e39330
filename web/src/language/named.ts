/** The word for one of the API's names; the name itself where the dictionary has none. */
export function named(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
