import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';

/** What becomes of data when its stack goes, or when it is replaced. */
export function removalPolicy({ keepData }: Pick<Settings, 'keepData'>): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}
