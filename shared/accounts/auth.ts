import { betterAuth } from 'better-auth';
import { admin } from 'better-auth/plugins/admin';
import { MysqlDialect, type MysqlPool, type MysqlPoolConnection } from 'kysely';
import { type ConnectionPool, openPool } from '../database/pool.ts';
import { parseDatabaseUrl } from '../database/url.ts';
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

/** A session that nobody uses ends after a week; one that is used is prolonged at most once a day. */
const SESSION_SECONDS = 7 * 86_400;
const SESSION_RENEWAL_SECONDS = 86_400;

/**
 * Signing in and out: email and password, sessions in the database. Only the routes of `functions/api/auth-routes.ts`
 * reach it; of the admin plugin we keep that banned users get no session, and what users and sessions have for it.
 */
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
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWAL_SECONDS,
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
        bannedUserMessage: 'You are banned. Ask an administrator.',
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
