import { join } from 'node:path';
import * as z from 'zod';
import { MAY_BE_EMPTY, settings } from './settings.ts';

const schema = z.object(settings);

/** All settings, read once at the edge. Its keys are the names of the environment. */
export type Config = Readonly<z.infer<typeof schema>>;

/** The environment holds settings that cannot be used. Its message names all of them at once. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming every setting that cannot be used, with what it must be
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.keys(settings).flatMap((name) => {
    const value = environment[name];
    return value || (value === '' && MAY_BE_EMPTY.includes(name)) ? [[name, value] as const] : [];
  });
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return Object.freeze({ ...result.data, ...placesIn(result.data) });
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`These settings cannot be used:\n${faults.join('\n')}`);
}

/** What lives in DATA_DIR unless it is put elsewhere. */
function placesIn(config: Config): Partial<Config> {
  const { DATA_DIR, OBJECT_STORE, QUEUE_WAKE_FILE, COUNTS_EXPORT_DIRECTORY } = config;
  return {
    OBJECT_STORE: OBJECT_STORE || `directory:${join(DATA_DIR, 'objects')}`,
    QUEUE_WAKE_FILE: QUEUE_WAKE_FILE || join(DATA_DIR, 'queue', 'wake'),
    COUNTS_EXPORT_DIRECTORY: COUNTS_EXPORT_DIRECTORY || join(DATA_DIR, 'counts_exports'),
  };
}

/** Where people reach us under an address that only their requests tell; no browser can be there. */
const UNKNOWN_URL = 'https://viewer.invalid';

/** Address under which people reach the API and the page. Behind an edge each request tells it, unless it is set. */
export function publicUrl(config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT' | EdgeSetting>): string {
  const here = originSecrets(config).length > 0 ? UNKNOWN_URL : `http://${config.HOST}:${config.PORT}`;
  return (config.PUBLIC_URL || here).replace(/(?<!\/)\/+$/, '');
}

type EdgeSetting = 'ORIGIN_SECRET_A' | 'ORIGIN_SECRET_B';

/** What our edge proves itself with. Empty: nothing stands in front of us. */
export function originSecrets(config: Pick<Config, EdgeSetting>): string[] {
  return [config.ORIGIN_SECRET_A, config.ORIGIN_SECRET_B].filter(Boolean);
}
