import { betterAuth } from 'better-auth';
import { createAccessControl } from 'better-auth/plugins/access';
import { admin } from 'better-auth/plugins/admin';
import { defaultStatements } from 'better-auth/plugins/admin/access';
import { MysqlDialect, type MysqlPool, type MysqlPoolConnection } from 'kysely';
import { type ConnectionPool, openPool } from '../database/pool.ts';
import { parseDatabaseUrl } from '../database/url.ts';
import type { Role } from './caller.ts';
import { CLIENT_ADDRESS_HEADER, VIEWER_ORIGIN_HEADER } from './client-address.ts';
import { COOKIE_PREFIX, isSecure } from './session-cookie.ts';

export interface AuthSettings {
  databaseUrl: string;
  connections: number;
  secret: string;
  /** Where people reach us; cookies are Secure when it is https. */
  publicUrl: string;
  /** Further origins that a browser may send from. */
  trustedOrigins: readonly string[];
}

const access = createAccessControl(defaultStatements);
const nothing = { user: [], session: [] } as const;
const administration = {
  user: ['create', 'list', 'set-role', 'ban', 'delete', 'set-password', 'get', 'update'],
  session: ['list', 'revoke', 'delete'],
} as const;

/** Accounts: email and password, sessions in the database (a ban or sign-out holds at once), three roles, no sign-up. */
export function createAuth(settings: AuthSettings) {
  // better-auth compares times as Date.
  const options = { connectionLimit: settings.connections, dateStrings: false };
  const pool = openPool(parseDatabaseUrl(settings.databaseUrl), options);
  const auth = betterAuth({
    appName: 'Tallyport',
    basePath: '/api/auth',
    baseURL: settings.publicUrl,
    secret: settings.secret,
    trustedOrigins: (request) => {
      const viewer = request?.headers.get(VIEWER_ORIGIN_HEADER);
      return [settings.publicUrl, ...settings.trustedOrigins, ...(viewer ? [viewer] : [])];
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: { dialect: new MysqlDialect({ pool: kyselyPool(pool) }), type: 'mysql' },
    emailAndPassword: { enabled: true, disableSignUp: true },
    disabledPaths: ['/admin/impersonate-user', '/admin/stop-impersonating', '/delete-user', '/change-email'],
    // Ours counts by account too: password-attempts.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isSecure(settings.publicUrl),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      admin({
        ac: access,
        roles: {
          admin: access.newRole(administration),
          importer: access.newRole(nothing),
          viewer: access.newRole(nothing),
        } satisfies Record<Role, unknown>,
        adminRoles: ['admin'],
        defaultRole: 'viewer',
        schema: {
          user: { fields: { banReason: 'ban_reason', banExpires: 'ban_expires' } },
          session: { fields: { impersonatedBy: 'impersonated_by' } },
        },
      }),
    ],
  });
  return Object.assign(auth, { close: () => pool.end() });
}

function kyselyPool(pool: ConnectionPool): MysqlPool {
  return {
    getConnection: (done) => {
      pool.connection().then(
        (connection) => done(undefined, connection as unknown as MysqlPoolConnection),
        (error) => done(error, undefined as never),
      );
    },
    end: (done) => {
      pool.end().then(() => done(undefined), done);
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
