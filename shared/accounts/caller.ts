/** What people may do, the most first. */
export const ROLES = ['admin', 'importer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who sends a request. */
export interface Caller {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** Id of the session's row, or `key:ID` of an API key: tokens are bound to it and end with it. */
  sessionId: string;
}

export function mayImport(caller: Pick<Caller, 'role'>): boolean {
  return caller.role !== 'viewer';
}

/** A role as it is stored; one that is unknown may do the least. */
export function roleOf(stored: string | null): Role {
  return ROLES.find((known) => known === stored) ?? 'viewer';
}

/** The one of both that may do less. */
export function lowerRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other;
}
