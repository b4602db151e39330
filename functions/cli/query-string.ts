/** A query of what is given; what is absent, empty or false is left out. */
export function queryString(given: Readonly<Record<string, string | number | false | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, String(value));
  return query;
}
