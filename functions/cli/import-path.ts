/** Where the API tells of one import. */
export function importPath(id: string): string {
  return `/api/imports/${encodeURIComponent(id)}`;
}
