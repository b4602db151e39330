import manifest from '../package.json' with { type: 'json' };

/** Version of the code that runs here. */
export const RELEASE: string = manifest.version;
